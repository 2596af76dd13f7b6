/** A stretch of a text: `text.slice(start, end)`. */

export interface Span {
  readonly start: number
  readonly end: number
}
