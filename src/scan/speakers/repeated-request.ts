/** Whether a person stopped the agent, and whether they then repeated the request. */
import { contentWords } from '../content-words.ts'

/** The minimum share of words that a repeated request has in common with the first. */
const minRepeated = 0.6

export function isRepeatedRequest(text: string, later: string): boolean {
  const words = contentWords(text)
  const again = contentWords(later)
  return words.size > 0 && words.intersection(again).size >= words.size * minRepeated
}

/** What a host writes where a person stopped the agent. */
export function isInterruption(text: string): boolean {
  return text.startsWith('[Request interrupted')
}
