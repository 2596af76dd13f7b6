/** JSON that keeps its meaning when it is written again: numbers too long for a double keep their digits. */

/** V8 has them; the type library does not yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWith = JSON.parse as (text: string, reviver: SourceReviver) => unknown

/** Shorter runs of digits and points lose nothing. A run in a string only costs a little time. */
const longNumber = 16

export function parseJson(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text)
  return parseWith(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && source.length > 15 && String(value) !== source
      ? rawJSON(source)
      : value,
  )
}

/** A long run has a character at one of every sixteen positions: the others are checked only around those. */
function hasLongNumber(text: string): boolean {
  for (let at = longNumber - 1; at < text.length; at += longNumber) {
    if (!isOfNumber(text.charCodeAt(at))) continue
    let first = at
    while (isOfNumber(text.charCodeAt(first - 1))) first -= 1
    let end = at + 1
    while (end - first < longNumber && isOfNumber(text.charCodeAt(end))) end += 1
    if (end - first >= longNumber) return true
  }
  return false
}

/** Whether it is a digit or a point; `false` outside of the text. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46
}
