/** The rows of a terminal without a bottom, and the place where the next character goes. */

/** One line of the screen: a string until something is drawn over it. */
interface Row {
  text: string
  /** Its characters one by one, once it was drawn over. */
  cells: string[] | undefined
}

export class Screen {
  readonly #rows: Row[] = [emptyRow()]
  #row = 0
  /** `undefined` at the end of the row: the usual place costs no counting. */
  #column: number | undefined = undefined
  #saved: { readonly row: number; readonly column: number | undefined } | undefined = undefined
  /** The row below all others that a fixed place of the screen became. */
  #fixedRow: number | undefined = undefined

  get #current(): Row {
    return this.#rows[this.#row] as Row
  }

  /** What is seen in the end; blanks at the end of a row that was drawn over are what is left of a longer one. */
  shown(): string {
    return this.#rows
      .map(({ text, cells }) => (cells === undefined ? text : cells.join('').trimEnd()))
      .join('\n')
  }

  write(text: string): void {
    if (text === '') return
    const row = this.#current
    if (this.#column === undefined) {
      if (row.cells === undefined) row.text += text
      else for (const character of text) row.cells.push(character)
      return
    }
    const cells = cellsOf(row)
    for (const character of text) {
      cells[this.#column] = character
      this.#column += 1
    }
    if (this.#column >= cells.length) this.#column = undefined
  }

  lineBreak(): void {
    this.down(1)
    this.toStart()
  }

  toStart(): void {
    this.#column = isEmpty(this.#current) ? undefined : 0
  }

  down(count: number): void {
    this.#row = Math.min(this.#row + count, this.#rows.length)
    if (this.#row === this.#rows.length) this.#rows.push(emptyRow())
  }

  up(count: number): void {
    this.#row = Math.max(0, this.#row - count)
  }

  /** To a column; past the end of the row a gap of at most `widest` blanks shows that there is one. */
  to(column: number, widest: number): void {
    const length = cellsOf(this.#current).length
    if (column < length) this.#column = Math.max(0, column)
    else {
      this.#column = undefined
      this.write(' '.repeat(Math.min(column - length, widest)))
    }
  }

  /** How far right the next character goes. */
  place(): number {
    return this.#column ?? cellsOf(this.#current).length
  }

  /** 0: from here on, 1: up to here, 2: all of the row. */
  eraseInRow(which: number): void {
    if (which === 0 && this.#column === undefined) return
    const row = this.#current
    if (which === 2) {
      row.text = ''
      row.cells = undefined
      this.#column = undefined
    } else if (which === 1) cellsOf(row).fill(' ', 0, Math.min(this.place() + 1, widestTerminal))
    else {
      cellsOf(row).length = this.#column ?? 0
      this.#column = undefined
    }
  }

  /** To a place counted from the top of a screen that nobody knows: below everything. */
  jump(): void {
    this.#row = this.#rows.length - 1
    if (!isEmpty(this.#current) || this.#saved !== undefined) {
      this.#rows.push(emptyRow())
      this.#row += 1
    }
    this.#column = undefined
    if (this.#saved !== undefined) this.#fixedRow ??= this.#row
  }

  save(): void {
    this.#saved = { row: this.#row, column: this.#column }
    this.#fixedRow = undefined
  }

  /** Back to where it was; what stood at a fixed place meanwhile was a status line. */
  restore(): void {
    if (this.#saved === undefined) return
    if (this.#fixedRow !== undefined) {
      this.#rows.length = Math.min(this.#rows.length, this.#fixedRow)
      this.#row = this.#saved.row
      this.#column = this.#saved.column
    }
    this.#saved = undefined
    this.#fixedRow = undefined
  }

  /** This row from here on, and all rows below. */
  eraseBelow(): void {
    this.eraseInRow(0)
    if (this.#saved !== undefined && this.#saved.row > this.#row) this.#saved = undefined
    this.#rows.length = this.#row + 1
  }
}

/** No terminal is wider: what is blanked out at once stays bounded. */
const widestTerminal = 1000

const emptyRow = (): Row => ({ text: '', cells: undefined })

function cellsOf(row: Row): string[] {
  row.cells ??= [...row.text]
  return row.cells
}

function isEmpty({ text, cells }: Row): boolean {
  return cells === undefined ? text === '' : cells.length === 0
}
