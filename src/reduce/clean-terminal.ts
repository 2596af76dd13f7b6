/** The final screen of a terminal: without colours, progress bars and spinners only in their last state. */

const escapeCode = 0x1b
const returnCode = 0x0d
const backspaceCode = 0x08
const bellCode = 0x07
const breakCode = 0x0a

const escapeSign = String.fromCharCode(escapeCode)
const bell = String.fromCharCode(bellCode)
const control = new RegExp(`[${escapeSign}${bell}\r\b]`)

/** The same string where there is nothing to clean; never a longer one. */
export function cleanTerminal(text: string): string {
  const hasReturn = text.includes('\r')
  if (!hasReturn && !text.includes(escapeSign) && !text.includes('\b') && !text.includes(bell)) return text
  // Files with Windows line ends have carriage returns, but nothing is overwritten.
  const plain = hasReturn ? text.replaceAll('\r\n', '\n') : text
  return control.test(plain) ? show(plain) : plain
}

function show(text: string): string {
  const screen = new Screen()
  let from = 0
  const controls = new RegExp(`${control.source}|\n`, 'g')
  for (let found = controls.exec(text); found !== null; found = controls.exec(text)) {
    const at = found.index
    screen.write(text.slice(from, at))
    const code = text.charCodeAt(at)
    from = at + 1
    if (code === breakCode) screen.lineBreak()
    else if (code === returnCode) screen.toStart()
    else if (code === backspaceCode) screen.to(screen.place() - 1, 0)
    else if (code === escapeCode) {
      from = obey(screen, text, at)
      controls.lastIndex = from
    }
  }
  screen.write(text.slice(from))
  return screen.shown()
}

/** Executes the sequence that begins at `at`; returns the index after it. */
function obey(screen: Screen, text: string, at: number): number {
  if (!isPrintable(text.charCodeAt(at + 1))) return at + 1
  const kind = text.charAt(at + 1)
  if (kind === '[') return obeyControl(screen, text, at)
  if (']P_^X'.includes(kind)) return stringEnd(text, at + 2)
  if (kind === '7') screen.save()
  else if (kind === '8') screen.restore()
  // `ESC ( B` chooses a character set.
  return ' #%()*+-./'.includes(kind) && isPrintable(text.charCodeAt(at + 2)) ? at + 3 : at + 2
}

function isPrintable(code: number): boolean {
  return code >= 0x20 && code < 0x7f
}

/** `ESC ] … BEL`: a title or the address of a link. Without an end on its line, it is shown. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === bellCode) return at + 1
    if (code === escapeCode) return text[at + 1] === '\\' ? at + 2 : at
    if (code === breakCode) return from
  }
  return from
}

/** `ESC [ 2 K`: numbers, then a letter. */
function obeyControl(screen: Screen, text: string, at: number): number {
  let end = at + 2
  while (end < text.length && isParameter(text.charCodeAt(end))) end += 1
  const parameters = text.slice(at + 2, Math.min(end, at + 20))
  const given = Number.parseInt(parameters, 10)
  const count = Number.isNaN(given) || given === 0 ? 1 : given
  const which = Number.isNaN(given) ? 0 : given
  const width = end - at
  switch (text[end]) {
    case 'A':
    case 'F':
      moveRow(screen, -count, text[end] === 'F')
      break
    case 'B':
    case 'E':
      moveRow(screen, count, text[end] === 'E')
      break
    case 'C':
      screen.to(screen.place() + count, width)
      break
    case 'D':
      screen.to(screen.place() - count, 0)
      break
    case 'G':
      screen.to(count - 1, width)
      break
    case 'K':
      screen.eraseInRow(which)
      break
    case 'J':
      // A cleared screen leaves earlier text in the scrollback.
      if (which === 0) screen.eraseBelow()
      break
    case 'H':
    case 'f':
      screen.jump()
      break
    case 's':
      screen.save()
      break
    case 'u':
      screen.restore()
      break
  }
  return isPrintable(text.charCodeAt(end)) ? end + 1 : end
}

/** Parameter and intermediate characters. */
function isParameter(code: number): boolean {
  return code >= 0x20 && code <= 0x3f
}

function moveRow(screen: Screen, rows: number, toStart: boolean): void {
  const column = toStart ? 0 : screen.place()
  if (rows < 0) screen.up(-rows)
  else screen.down(rows)
  screen.to(column, 0)
}

/** One line of the screen: a string until it is overwritten. */
interface Row {
  text: string
  /** Its characters one by one, once it was overwritten. */
  cells: string[] | undefined
}

/** The rows of a terminal without a bottom, and the position of the next character. */
class Screen {
  readonly #rows: Row[] = [emptyRow()]
  #row = 0
  /** `undefined` at the end of the row: the usual position needs no counting. */
  #column: number | undefined = undefined
  #saved: { readonly row: number; readonly column: number | undefined } | undefined = undefined
  /** The row below all others that represents a fixed position of the screen. */
  #fixedRow: number | undefined = undefined

  get #current(): Row {
    return this.#rows[this.#row] as Row
  }

  /** The final content; trailing blanks of an overwritten row are removed. */
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

  /** Moves to a column; beyond the end of the row, at most `maxGap` blanks mark the gap. */
  to(column: number, maxGap: number): void {
    const length = cellsOf(this.#current).length
    if (column < length) this.#column = Math.max(0, column)
    else {
      this.#column = undefined
      this.write(' '.repeat(Math.min(column - length, maxGap)))
    }
  }

  /** The column of the next character. */
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
    } else if (which === 1) cellsOf(row).fill(' ', 0, Math.min(this.place() + 1, maxTerminal))
    else {
      cellsOf(row).length = this.#column ?? 0
      this.#column = undefined
    }
  }

  /** Moves to a position counted from the top of a screen of unknown size: below everything. */
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

  /** Moves back to the saved position; text at a fixed position was a status line. */
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

/** No terminal is wider: blanking is bounded. */
const maxTerminal = 1000

const emptyRow = (): Row => ({ text: '', cells: undefined })

function cellsOf(row: Row): string[] {
  row.cells ??= [...row.text]
  return row.cells
}

function isEmpty({ text, cells }: Row): boolean {
  return cells === undefined ? text === '' : cells.length === 0
}
