/** Lines that say what the lines below them are about: `## Open questions`, `**Open questions:**`. */

const marks = /^ {0,3}(#{1,6})(?:\s|$)/
/** Alone on its line. */
const bold = /^ {0,3}\*\*[^*\n]{1,160}\*\*:?\s{0,4}$/
const boldSentence = /[.!?]\*\*:?\s{0,4}$/

/** That of a bold line: below every heading with marks. */
export const boldLevel = 7

/** `## A` is 2; `undefined` where the line does not begin with the marks of a heading. */
export function markedLevel(line: string): number | undefined {
  return marks.exec(line)?.[1]?.length
}

/** The same, and that of bold lines. */
export function headingLevel(line: string): number | undefined {
  // Most lines are no heading, and a look at the first sign is cheaper than a pattern.
  const sign = line.trimStart().charAt(0)
  if (sign === '#') return markedLevel(line)
  return sign === '*' && bold.test(line) ? boldLevel : undefined
}

export function isHeading(line: string): boolean {
  return headingLevel(line) !== undefined
}

/** The level of a heading that says nothing without the lines below it, as a bold sentence does. */
export function titleLevel(line: string): number | undefined {
  const level = headingLevel(line)
  return level === boldLevel && boldSentence.test(line) ? undefined : level
}
