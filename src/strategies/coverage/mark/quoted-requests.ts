/** Quotes of requests in a summary: `- "fix the parser"` says no more than the request. */

/** `- "`, `3. "`; a line that continues a quote begins at once. */
const opening = /^\s{0,8}(?:(?:[-*]|\d{1,3}[.)]) )?["\u201c]/
const ends = /^[\s"'\u201c-]{1,8}|[\s"'\u201d.?!]{1,8}$/g

/** The indices of such lines. `requests`: the lines of what was typed; `isRest`: a line that continues the one before it. */
export function quotedRequests(
  lines: readonly string[],
  requests: readonly string[],
  isRest: (at: number) => boolean,
): readonly number[] {
  const typed = new Set(requests.map(wordsOf))
  const quoted: number[] = []
  let isQuote = false
  for (const [at, line] of lines.entries()) {
    isQuote = opening.test(line) || (isQuote && isRest(at))
    if (isQuote && typed.has(wordsOf(line.replace(opening, '')))) quoted.push(at)
  }
  return quoted
}

function wordsOf(line: string): string {
  return line.trim().replace(ends, '').toLowerCase()
}
