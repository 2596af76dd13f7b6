/** Compiles a pattern for good at its first use. */

/** From this length of a text on V8 compiles a pattern once and for all. */
const longText = 1000

/**
 * For a short text V8 compiles a pattern in a form that it gives up for the second text: a pattern that is going to meet many
 * is run on this one with spaces behind it first.
 */
export function compilePattern(pattern: RegExp, text: string): void {
  if (text.length >= longText) return
  pattern.lastIndex = 0
  pattern.test(text.padEnd(longText))
  pattern.lastIndex = 0
}
