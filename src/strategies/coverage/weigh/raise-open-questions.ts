/** Questions with which an agent ends its words: of these words, they come first. */
import { contentWords } from '../../../scan/content-words.ts'
import { asks } from '../mark/short-reply.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { partIn } from '../read/line-bits.ts'

/** `Shall I commit it?` asks for less. */
const minWords = 8
/** What came of an offer, the next turn shows. */
const offer = /^(?:want me to|would you like|do you want|shall i|ready to|soll ich|möchtest du)(?!\w)/i

interface Worths {
  readonly worth: Float64Array
  readonly base: Float64Array
}

/** Gives the last line of a section the highest worth of all, where it asks something. */
export function raiseOpenQuestions(
  { candidates, sections }: Pick<ConversationCandidates, 'candidates' | 'sections'>,
  { worth, base }: Worths,
): void {
  const { texts, bits, length } = candidates
  for (const [at, { author, isThought, firstCandidate, turnsAgo }] of sections.entries()) {
    const end = sections[at + 1]?.firstCandidate ?? length
    const last = end - 1
    if (author !== 'words' || isThought === true || last <= firstCandidate) continue
    const part = partIn(bits[last] as number)
    const text = texts[last] as string
    if ((part !== 'conclusion' && part !== 'narration') || !asks(text)) continue
    if (contentWords(text).size < minWords || (turnsAgo > 0 && offer.test(text))) continue
    base[last] = base.subarray(firstCandidate, end).reduce((most, each) => Math.max(most, each), 0)
    worth[last] = worth.subarray(firstCandidate, end).reduce((most, each) => Math.max(most, each), 0)
  }
}
