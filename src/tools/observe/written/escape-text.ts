/** Texts of any kind as characters that every document can hold, and back to the letter. */

/** A character that is written by its number: `␛{1b}`. */
const sign = '\u241b'

/** Controls but tab and line feed, halves of characters, what XML forbids, lines that only some readers see, the sign itself. */
const unsafe = /(?![\t\n])[\p{Cc}\p{Cs}\u2028\u2029\u241b\ufffe\uffff]/gu
const written = /\u241b\{([0-9a-f]{1,4})\}/g

export function escapeText(text: string): string {
  return text.replace(unsafe, unit => `${sign}{${unit.charCodeAt(0).toString(16)}}`)
}

/** The same on one line. */
export function escapeLine(text: string): string {
  return escapeText(text).replaceAll('\n', `${sign}{a}`)
}

export function unescapeText(text: string): string {
  return text.includes(sign)
    ? text.replace(written, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
