/** The tokens of JSON: where white space, a string or another scalar ends. */

export const quote = 0x22
export const comma = 0x2c
export const colon = 0x3a
export const bracketOpen = 0x5b
export const bracketClose = 0x5d
export const braceOpen = 0x7b
export const braceClose = 0x7d
const backslash = 0x5c

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
}

export function afterJsonSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The index after the closing quote; negative where there is no string. `strict` refuses escapes that JSON does not have. */
export function stringEnd(text: string, start: number, strict: boolean): number {
  if (text.charCodeAt(start) !== quote) return -1
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at + 1
    if (unit < 0x20) return -1
    if (unit !== backslash) continue
    escapeSequence.lastIndex = at
    if (strict && !escapeSequence.test(text)) return -1
    at += 1
    if (text.charCodeAt(at) < 0x20) return -1
  }
  return -1
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/** The index after a literal or a number; negative where there is neither. */
export function scalarEnd(text: string, start: number): number {
  return stickyEnd(scalar, text, start)
}

/** The index after what a sticky pattern finds at this place; negative where it finds nothing. */
export function stickyEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}
