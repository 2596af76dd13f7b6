/** A program as parts: its signatures, and the lines below each of them in groups of a few lines. */
import { indentOf } from '../../../scan/lines.ts'
import { isBlankLine, leadingSpace, type Part } from '../../pieces/parts.ts'
import type { PieceValue } from '../content.ts'
import type { Language, Signature } from './language.ts'
import { Inside, type LexedLines, type Lexing, lexLines } from './lex-lines.ts'
import { scanSignatures } from './scan-signatures.ts'

/** Lines and characters after which a stretch ends; at the end of a statement, fewer lines suffice. */
const maxLines = 12
const maxCharacters = 600
const fewLines = 6
/** Lines from which a blank line ends a stretch. */
const minParagraphLength = 3
/** Maximum lines of a comment that is shown with its definition. */
const shortComment = 2
const maxAttributes = 3

export function codeParts(lines: readonly string[], language: Language): readonly Part[] {
  const lexed = lexLines(lines, language.lexing)
  return new PartBuilder(lines, language, lexed).build(scanSignatures(lines, language, lexed))
}

interface Scope {
  readonly indent: number
  readonly part: number
  readonly isNamespace: boolean
}

class PartBuilder {
  readonly #lines: readonly string[]
  readonly #language: Language
  readonly #lexed: LexedLines
  readonly #comments: CommentLines
  /** Characters before each line. */
  readonly #offsets: Float64Array
  readonly #parts: Part[] = []
  readonly #scopes: Scope[] = []

  constructor(lines: readonly string[], language: Language, lexed: LexedLines) {
    this.#lines = lines
    this.#language = language
    this.#lexed = lexed
    this.#comments = new CommentLines(lines, language.lexing, lexed)
    this.#offsets = new Float64Array(lines.length + 1)
    for (let at = 0; at < lines.length; at += 1)
      this.#offsets[at + 1] = (this.#offsets[at] as number) + (lines[at] as string).length + 1
  }

  build(signatures: readonly Signature[]): readonly Part[] {
    let at = 0
    for (let index = 0; index < signatures.length; index += 1) {
      const signature = signatures[index] as Signature
      if (signature.first < at || signature.end > this.#lines.length) continue
      const first = this.#headStart(at, signature.first)
      this.#body(at, first)
      if (signature.kind === 'import') {
        at = this.#imports(signatures, index, first)
        continue
      }
      at = signature.end
      this.#head(signature, first)
    }
    this.#body(at, this.#lines.length)
    return this.#parts
  }

  /** Attributes belong to the definition after them, and so does a short comment. */
  #headStart(from: number, first: number): number {
    const { attribute } = this.#language
    let start = first
    while (attribute !== undefined && start > from && first - start < maxAttributes) {
      const line = this.#lines[start - 1] as string
      attribute.lastIndex = leadingSpace(line)
      if (!attribute.test(line)) break
      start -= 1
    }
    const comment = this.#comments.startBefore(start, from)
    return start - comment <= shortComment ? comment : start
  }

  #head({ first, end, kind }: Signature, start: number): void {
    const line = this.#lines[first] as string
    const indent = indentOf(line)
    this.#leave(indent)
    const isInner = this.#scopes.some(({ isNamespace }) => !isNamespace)
    const isKey =
      kind === 'type' || kind === 'function' ? !isInner : kind === 'value' && !isInner && isExported(line)
    this.#push(start, end, isKey ? 'key' : 'useful')
    this.#scopes.push({ indent, part: this.#parts.length - 1, isNamespace: kind === 'namespace' })
  }

  /** Neighbouring imports are one part. */
  #imports(signatures: readonly Signature[], index: number, start: number): number {
    let end = signatures[index]?.end ?? start
    this.#leave(indentOf(this.#lines[signatures[index]?.first ?? start] as string))
    let from = start
    for (let next = signatures[index + 1], at = index + 1; next?.kind === 'import' && next.first === end; ) {
      if (this.#isFull(from, next.end)) {
        this.#push(from, end, 'useful')
        from = end
      }
      end = next.end
      at += 1
      next = signatures[at]
    }
    this.#push(from, end, 'useful')
    return end
  }

  #leave(indent: number): void {
    while (this.#scopes.length > 0 && (this.#scopes.at(-1)?.indent ?? 0) >= indent) this.#scopes.pop()
  }

  /** Lines between two signatures. */
  #body(from: number, to: number): void {
    let start = from
    for (let at = from; at < to; at += 1) {
      const line = this.#lines[at] as string
      const first = leadingSpace(line)
      const isCode = this.#lexed.inside[at] === Inside.code
      if (first === line.length) {
        const isBreak = isCode && at - start >= minParagraphLength && this.#endsStatement(start, at)
        if (at > start && !isBreak && !this.#isFull(start, at + 1)) continue
        this.#push(start, at)
        start = at + 1
        while (start < to && isBlankLine(this.#lines[start] as string)) start += 1
        this.#push(at, start, 'noise')
        at = start - 1
        continue
      }
      if (isCode && at - start < 2 * maxLines && isCloser(line, first)) continue
      const isRemark = this.#comments.isRemark(at)
      const leaves = isCode && this.#leaves(indentOf(line)) && !this.#isDirective(line, first)
      if (at > start && (leaves || isRemark || this.#mayBreak(start, at))) {
        this.#push(start, at)
        start = at
      }
      if (leaves) this.#leave(indentOf(line))
      if (!isRemark) continue
      this.#push(at, at + 1, 'useful')
      start = at + 1
    }
    let end = to
    while (end > start && isBlankLine(this.#lines[end - 1] as string)) end -= 1
    this.#push(start, end)
    this.#push(end, to, 'noise')
  }

  #leaves(indent: number): boolean {
    return this.#scopes.length > 0 && (this.#scopes.at(-1)?.indent ?? 0) >= indent
  }

  /** `#ifdef` and labels are at the left margin in any scope. */
  #isDirective(line: string, first: number): boolean {
    return first === 0 && this.#language.name === 'cpp' && line.startsWith('#')
  }

  #mayBreak(start: number, at: number): boolean {
    if (this.#isFull(start, at + 1)) return true
    if (at - start < fewLines || !this.#endsStatement(start, at)) return false
    // A comment stays with the code that it describes.
    return this.#comments.isComment(at) || !this.#comments.isComment(at - 1)
  }

  /** Whether the lines from `start` to `at` are whole statements. */
  #endsStatement(start: number, at: number): boolean {
    return (
      (this.#lexed.depth[at] ?? 0) <= (this.#lexed.depth[start] ?? 0) &&
      indentOf(this.#lines[at] as string) <= indentOf(this.#lines[start] as string)
    )
  }

  #isFull(start: number, end: number): boolean {
    return end - start > maxLines || (this.#offsets[end] ?? 0) - (this.#offsets[start] ?? 0) > maxCharacters
  }

  #push(first: number, end: number, value: PieceValue = 'plain'): void {
    if (first >= end) return
    // The comment at the head of a file says what it is for.
    const isOpening = this.#parts.length === 0 && value === 'plain' && this.#comments.isComment(first)
    const under = value === 'noise' ? undefined : this.#scopes.at(-1)?.part
    this.#parts.push({
      first,
      end,
      value: isOpening ? 'useful' : value,
      ...(under !== undefined && { under }),
    })
  }
}

const closer = /(?:\{|[)\]}>]{1,20}[;,)]{0,4}|end|fi|done|esac|EOF|else ?\{?|\}? ?else ?\{)\s{0,4}$/y

/** Only a brace that opens what the line before announced, or closing brackets. */
function isCloser(line: string, first: number): boolean {
  if (line.length - first > 24) return false
  closer.lastIndex = first
  return closer.test(line)
}

const exported = /^\s{0,40}(?:export|pub|public|module\.exports|exports)(?!\w)/

function isExported(line: string): boolean {
  return exported.test(line)
}

const remark = /\b(?:TODO|FIXME|HACK|XXX|BUG|WARNING|DEPRECATED)(?!\w)/

/** How many characters of a line are read. */
const maxScanned = 400

/** Which lines of a program are only a comment. */
class CommentLines {
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

  /** Says that something is left to do, or warns. */
  isRemark(at: number): boolean {
    if (!this.isComment(at)) return false
    const line = this.#lines[at] as string
    return remark.test(line.length > maxScanned ? line.slice(0, maxScanned) : line)
  }

  /** The first line of the comment that ends right before `at`; `at` if there is none. */
  startBefore(at: number, from: number): number {
    let start = at
    while (start > from && this.isComment(start - 1)) start -= 1
    return start
  }
}
