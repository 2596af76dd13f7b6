/** Whether a person stopped the agent, and whether they then repeated the request. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { contentWords } from '../content-words.ts'

/** The minimum share of words that a repeated request has in common with the first. */
const minRepeated = 0.6
/** The minimum length of one that is sent again where the person did not stop the agent. */
const minWords = 8

/** In a text of so many words, another word for the same is a correction. */
const minCorrected = 30
const maxCorrection = 2

/**
 * `isStopped`: the person stopped the agent in between. Else the later has all words, or is long and differs in one place: two
 * short requests in a row may differ in one name.
 */
export function isRepeatedRequest(text: string, later: string, isStopped: boolean): boolean {
  const words = contentWords(text)
  if (!isStopped) {
    if (words.size < minWords) return false
    const [own, others] = [plainWords(text), plainWords(later)]
    return new Set(own).isSubsetOf(new Set(others)) || isCorrected(own, others)
  }
  return words.size > 0 && words.intersection(contentWords(later)).size >= words.size * minRepeated
}

/** All words with their signs, as in `src/a.c`, without punctuation at their ends. */
function plainWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\S+/g) ?? []
  return words.map(word => word.replace(/[.,;:!?]{1,3}$/, ''))
}

/** Not `src/a.c`, `2`, `--all`. */
const plainWord = lazyPattern("^[\\p{L}'’]+$", 'u')

/** Whether only a few plain words in one place are other ones. */
function isCorrected(words: readonly string[], others: readonly string[]): boolean {
  if (words.length < minCorrected || Math.abs(words.length - others.length) > maxCorrection) return false
  let start = 0
  while (start < words.length && words[start] === others[start]) start += 1
  let end = 0
  const longest = Math.min(words.length, others.length) - start
  while (end < longest && words.at(-1 - end) === others.at(-1 - end)) end += 1
  const changed = [...words.slice(start, words.length - end), ...others.slice(start, others.length - end)]
  return changed.length <= 2 * maxCorrection && changed.every(word => plainWord(word).test(word))
}

/** What a host writes where a person stopped the agent. */
export function isInterruption(text: string): boolean {
  return text.startsWith('[Request interrupted')
}
