/** Lines that the words right after them say again. */
import { contentWords } from '../../../scan/content-words.ts'

/** So much of what a line says is in the words after it. */
const minShared = 0.7
/** Fewer words are shared by chance. */
const minWords = 3

/** The indices of those that one line of `later` says nearly all of. */
export function doubledLines(lines: readonly string[], later: readonly string[]): readonly number[] {
  const said = later.slice(0, maxLater).map(contentWords)
  return lines.flatMap((line, at) => {
    const words = contentWords(line)
    if (words.size < minWords) return []
    const isSaid = said.some(other => {
      let shared = 0
      for (const word of words) if (other.has(word)) shared += 1
      return shared >= words.size * minShared
    })
    return isSaid ? [at] : []
  })
}

/** What is said first comes right after the thought: each of its lines is held against so many. */
const maxLater = 8
