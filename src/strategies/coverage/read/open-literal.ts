/** Whether the next line of a program is within a text over several lines, where a blank line is content. */
export class OpenLiteral {
  #isOpen = false

  get isOpen(): boolean {
    return this.#isOpen
  }

  add(line: string): void {
    const marks = line.match(mark)?.length ?? 0
    if (marks % 2 === 1) this.#isOpen = !this.#isOpen
  }
}

/** Of Go and JavaScript, and of Python. */
const mark = /`|"""|'''/g
