/** The headings of the findings of a review, of which each says something without the lines below it. */
import { isHeading } from '../../../scan/heading-level.ts'

const findingHeading =
  /^\s{0,3}(?:#{1,6} {1,3})?(?:\*\*)?(?:(?:fix|issue|finding|problem|bug|risk|comment|recommendation|option|question|PR) )?[#(]?\d{1,3}[a-z]?(?:[.:)]| [—–-])\**:? ?\S/i

/** `**2. No test for an empty file**`, `### Issue 2: No test`: not the number of a step. */
export function isNumberedHeading(text: string): boolean {
  return isHeading(text) && findingHeading.test(text)
}

/** `### Critical issues`, `## Review of the reader` */
const ofFindings =
  /\b(?:issues?|findings?|problems?|bugs?|defects?|concerns?|risks?|review|comments?|feedback|gaps?|recommendations?|Probleme?|Befunde?|Fehler|Mängel)(?!\w)/i

/** Positions of numbered headings below one that speaks of findings, or that name themselves one. */
export function findingHeadings(lines: readonly string[]): readonly number[] {
  let isBelow = false
  return lines.flatMap((line, at) => {
    if (!isHeading(line)) return []
    if (isNumberedHeading(line)) return isBelow || ofFindings.test(line) ? [at] : []
    isBelow = ofFindings.test(line)
    return []
  })
}
