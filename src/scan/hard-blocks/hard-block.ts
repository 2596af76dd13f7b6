/** How a kind of hard text is recognised line by line. */
import type { Line } from '../lines.ts'

export type HardBlockKind =
  | 'code'
  | 'diff'
  | 'encoded'
  | 'indented-code'
  | 'math'
  | 'sql'
  | 'stack-trace'
  | 'table'
  | 'verse'
  | 'yaml'

interface Extent {
  /** Index after the last line looked at; where `holds`, after the last line of the block. */
  readonly end: number
  readonly holds: boolean
}

export interface HardBlock {
  readonly kind: HardBlockKind
  readonly protects: HardReason
  /** The ASCII characters that its first line can begin with, behind the indentation; absent where any can. */
  readonly starts?: string
  /** A quick look at a line that is not blank: false where no such block begins with it. */
  mayBegin(line: Line, next: Line | undefined): boolean
  /**
   * The block that begins with line `first`, which may begin one.
   * Where it does not hold, none begins before `end` either; so no line is read again and again.
   */
  extent(lines: readonly Line[], first: number): Extent
}

export const smallLetters = 'abcdefghijklmnopqrstuvwxyz'
export const capitals: string = smallLetters.toUpperCase()

/** Why a stretch of text is kept to the letter. */
export type HardReason =
  | 'code_fence'
  | 'indented_code'
  | 'high_special_char_ratio'
  | 'json_structure'
  | 'yaml_structure'
  | 'table'
  | 'diff'
  | 'sql_content'
  | 'latex_math'
  | 'unicode_math'
  | 'verse_pattern'
  | 'reasoning_chain'
  | 'base64_content'
  | 'api_key'
  | 'error_traceback'
  | 'http_error'
  | 'failure_signature'
