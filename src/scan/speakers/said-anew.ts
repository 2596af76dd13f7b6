/** Where a person stopped the agent, and whether they then said the same again. */
import { contentWords } from '../content-words.ts'

/** The least share of words that a repeated message has in common with the first. */
const minRepeated = 0.6

export function isSaidAnew(text: string, later: string): boolean {
  const words = contentWords(text)
  const again = contentWords(later)
  return words.size > 0 && words.intersection(again).size >= words.size * minRepeated
}

/** What a host writes where a person stopped the agent. */
export function isInterruption(text: string): boolean {
  return text.startsWith('[Request interrupted')
}
