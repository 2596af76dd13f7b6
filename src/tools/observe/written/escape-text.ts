/** Escapes any text for use in every document, reversibly. */

/** Marks a character that is written by its number: `␛{1b}`. */
const sign = '\u241b'

/**
 * Control characters except tab and line feed, unpaired surrogates, characters that XML forbids, line separators that only some
 * readers see, the sign itself.
 */
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
