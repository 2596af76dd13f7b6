/** A counter that does not count a cached text again. */
import type { TokenCounter } from '../types.ts'

/** Characters of text in one generation. */
const defaultSize = 16 * 1024 * 1024

/**
 * The same counts, from a cache of up to about twice `size` characters. Keyed by the text itself: half the time of a SHA-256
 * for a new copy of a text, none for the same string. Two generations instead of a queue: when the younger is full it becomes
 * the elder, and the elder is dropped.
 */
export function memoCounter(counter: TokenCounter, size: number = defaultSize): TokenCounter {
  let younger = new Map<string, number>()
  let elder = new Map<string, number>()
  let kept = 0
  return {
    name: counter.name,
    exact: counter.exact,
    count(text) {
      const known = younger.get(text)
      if (known !== undefined) return known
      const tokens = elder.get(text) ?? counter.count(text)
      if (kept + text.length > size) {
        elder = younger
        younger = new Map()
        kept = 0
      }
      younger.set(text, tokens)
      kept += text.length
      return tokens
    },
  }
}
