/** Which lines of a program are nothing but comment. */
import { leadingSpace } from '../parts.ts'
import { Inside, type LexedLines, type Lexing } from './lex-lines.ts'

const remark = /\b(?:TODO|FIXME|HACK|XXX|BUG|WARNING|DEPRECATED)\b/

/** How much of a line is looked at. */
const maxScanned = 400

export class CommentLines {
  readonly #lines: readonly string[]
  readonly #lexed: LexedLines
  readonly #marks: readonly string[]

  constructor(lines: readonly string[], { lineComment, blockComment }: Lexing, lexed: LexedLines) {
    this.#lines = lines
    this.#lexed = lexed
    this.#marks = [lineComment, blockComment?.[0]].filter(mark => mark !== undefined)
  }

  isComment(at: number): boolean {
    if (this.#lexed.inside[at] === Inside.comment) return true
    if (this.#lexed.inside[at] === Inside.string) return false
    const line = this.#lines[at] as string
    const first = leadingSpace(line)
    return this.#marks.some(mark => line.startsWith(mark, first))
  }

  /** Says that something is left to do or to beware of. */
  isRemark(at: number): boolean {
    if (!this.isComment(at)) return false
    const line = this.#lines[at] as string
    return remark.test(line.length > maxScanned ? line.slice(0, maxScanned) : line)
  }

  /** The first line of the comment that ends right before `at`; `at` where there is none. */
  startBefore(at: number, from: number): number {
    let start = at
    while (start > from && this.isComment(start - 1)) start -= 1
    return start
  }
}
