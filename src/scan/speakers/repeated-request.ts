/** Whether a person stopped the agent, and whether they then repeated the request. */
import { contentWords } from '../content-words.ts'

/** The minimum share of words that a repeated request has in common with the first. */
const minRepeated = 0.6
/** The minimum length of one that is sent again where the person did not stop the agent. */
const minWords = 8

/** `isStopped`: the person stopped the agent in between. Else the later has all words: two requests in a row may differ in one name. */
export function isRepeatedRequest(text: string, later: string, isStopped: boolean): boolean {
  const words = contentWords(text)
  if (!isStopped) return words.size >= minWords && plainWords(text).isSubsetOf(plainWords(later))
  return words.size > 0 && words.intersection(contentWords(later)).size >= words.size * minRepeated
}

/** All words with their signs, as in `src/a.c`, without punctuation at their ends. */
function plainWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\S+/g) ?? []
  return new Set(words.map(word => word.replace(/[.,;:!?]{1,3}$/, '')))
}

/** What a host writes where a person stopped the agent. */
export function isInterruption(text: string): boolean {
  return text.startsWith('[Request interrupted')
}
