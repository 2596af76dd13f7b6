/** Whether a person stopped the agent, and whether they then repeated the request. */
import { contentWords } from '../content-words.ts'

/** The minimum share of words that a repeated request has in common with the first. */
const minRepeated = 0.6
/** The same where the person did not stop the agent: two short requests in a row may differ in one word. */
const minSentAgain = 0.9
const minWords = 8

/** `isStopped`: the person stopped the agent in between. */
export function isRepeatedRequest(text: string, later: string, isStopped: boolean): boolean {
  const words = contentWords(text)
  const shared = words.intersection(contentWords(later)).size
  return isStopped
    ? words.size > 0 && shared >= words.size * minRepeated
    : words.size >= minWords && shared >= words.size * minSentAgain
}

/** What a host writes where a person stopped the agent. */
export function isInterruption(text: string): boolean {
  return text.startsWith('[Request interrupted')
}
