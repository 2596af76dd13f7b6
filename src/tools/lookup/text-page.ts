/** A long text in pages: as much as fits into an answer, and where to continue. */

/** About ten thousand tokens. */
export const maxPageLength = 40_000

/**
 * As much as fits, from the character that the previous page named; all pages together give the text.
 * Ends after a whole line, unless that would leave most of the page empty.
 * `call`: how to get the next page.
 */
export function textPage(
  text: string,
  from = 0,
  call = 'repeat the call',
  maxLength: number = maxPageLength,
): string {
  if (from > text.length) return `[Nothing is there: the text has ${text.length} characters.]`
  const rest = text.slice(from)
  if (rest.length <= maxLength) return rest
  const shown = rest.slice(0, pageEnd(rest, maxLength))
  const next = from + shown.length
  const gap = shown.endsWith('\n') ? '' : '\n'
  return `${shown}${gap}[${text.length - next} more characters are not shown. For them, ${call} with from_character ${next}.]`
}

function pageEnd(text: string, maxLength: number): number {
  const line = text.lastIndexOf('\n', maxLength - 1) + 1
  if (line > maxLength / 2) return line
  const last = text.charCodeAt(maxLength - 1)
  // Ends before a surrogate pair rather than inside it, unless only the pair fits.
  return last >= 0xd800 && last <= 0xdbff ? (maxLength > 1 ? maxLength - 1 : 2) : maxLength
}
