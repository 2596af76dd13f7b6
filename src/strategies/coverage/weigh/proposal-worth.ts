/** The lower worth of an agent's proposals after a later turn has shown what came of them. */
import { isHeading } from '../../../scan/heading-level.ts'
import { isListItem } from '../facts/line-forms.ts'
import { asks } from '../mark/short-reply.ts'

/** The worth of a proposal beside what was done. */
const settledWorth = 0.4

/** `We could …`, `I'd suggest …`, `Alternatively, …` */
const offers =
  /^[\W\d]{0,8}(?:alternatively|one option|another option|option [a-d\d]\b|(?:i|we|you) (?:could|might)(?!\w)|i(?:['’]d| would) (?:suggest|recommend|propose)|i (?:suggest|recommend|propose)|let me know|would you|do you want|want me to|should (?:i|we)|shall (?:i|we))(?!\w)/i
/** `## Proposed fix`, `**Options:**`, `### Recommendation`, `## Next steps` */
const ofProposal =
  /\b(?:options?|proposals?|proposed|suggest(?:ed|ions?)|recommend(?:ed|ations?)|alternatives?|next steps?)(?!\w)/i

/**
 * One number for each line of an answer: lower for proposals, questions, and what is below a heading or a lead-in of proposals.
 */
export function proposalWorth(lines: readonly string[]): Float64Array {
  const worth = new Float64Array(lines.length).fill(1)
  let isBelow = false
  /** Whether items below a proposing line follow. */
  let isListed = false
  for (const [at, line] of lines.entries()) {
    if (isHeading(line)) isBelow = ofProposal.test(line)
    const isItem = isListItem(line)
    const isProposed = asks(line) || offers.test(line)
    if (!isItem) isListed = isProposed && line.trimEnd().endsWith(':')
    if (isProposed || isBelow || (isItem && isListed)) worth[at] = settledWorth
  }
  return worth
}
