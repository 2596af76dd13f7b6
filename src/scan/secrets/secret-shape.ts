/** What a secret looks like, as data. */
import { lazily } from '../../tokens/lazily.ts'

export interface SecretShape {
  readonly kind: string
  /** Strings of three characters or more, one of which is in every match; letter case is ignored here. */
  readonly anchors: readonly string[]
  /** How many characters of a match are before its anchor. @default 0 */
  readonly before?: number
  /** Sticky, tried where a match would begin; the secret is the last thing it matches: the group `secret`, or everything. */
  readonly pattern: () => RegExp
  /** Words could be there, too: the secret must look random. */
  readonly random?: boolean
}

/** A key is alone: `flask-sk-…` and `my_ghp_…` are names. A `\n` of JSON and the dashes of PEM are no part of it. */
const start = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]|-----))`
const end = '(?![A-Za-z0-9_]|-(?!----))'

/** Repetitions are bounded, so that a match costs no more than its own short run. */
export const key = (source: string): (() => RegExp) => lazily(() => new RegExp(start + source + end, 'y'))

/** `sk-proj-some-name` is a name: where dashes are allowed, a key has an upper-case letter or a digit. */
export const withUpperOrDigit = '(?=[a-z_-]{0,80}[A-Z0-9])'

/** `anchors`: with a space between two. */
export function keyShape(kind: string, anchors: string, source: string): SecretShape {
  return { kind, anchors: anchors.split(' '), pattern: key(source) }
}
