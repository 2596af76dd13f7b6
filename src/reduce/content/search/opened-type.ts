/** The type whose first line a search found: whoever asked for the lines below it asked for its fields. */
import { isCommentLine } from '../../../scan/code-line.ts'
import { leadingSpace } from '../../pieces/parts.ts'

export interface OpenedType {
  /** Index of the part that shows its first line. */
  readonly part: number
  readonly indent: number
  /** The indentation of its fields, once one was read. */
  inner?: number
}

/** `type Row struct {`, `export interface Row {`, `class Row:` */
const head =
  /^\s{0,40}(?:(?:export|default|public|private|protected|static|abstract|final|pub|declare|data|sealed) ){0,4}(?:class|interface|type|enum|struct|record|message|trait) .{0,300}[{(:]\s{0,4}$/
const hasWord = /\w/

export function openedType(text: string, part: number): OpenedType | undefined {
  return head.test(text) ? { part, indent: leadingSpace(text) } : undefined
}

/** Whether a line is a field of the type, not a part of one. */
export function isFieldOf(type: OpenedType, text: string): boolean {
  const begin = leadingSpace(text)
  if (begin <= type.indent || !hasWord.test(text) || isCommentLine(text)) return false
  type.inner ??= begin
  return begin === type.inner
}

export function endsType({ indent }: OpenedType, text: string): boolean {
  const begin = leadingSpace(text)
  return begin < text.length && begin <= indent
}
