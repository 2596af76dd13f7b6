/** Lines that the text right after them repeats. */
import { contentWords } from '../../../scan/content-words.ts'

/** The share of words that the later line has in common with a repeated one, and with a repeated line of few words. */
const minShared = 0.6
const minSharedOfFew = 0.7
const fewWords = 6
/** Fewer words may be shared by chance. */
const minWords = 3

/** The indices of lines that are nearly contained in one line of `later`. */
export function doubledLines(lines: readonly string[], later: readonly string[]): readonly number[] {
  const said = later.slice(0, maxLater).map(contentWords)
  return lines.flatMap((line, at) => {
    const words = contentWords(line)
    if (words.size < minWords) return []
    const isSaid = said.some(other => {
      let shared = 0
      for (const word of words) if (other.has(word)) shared += 1
      return shared >= words.size * (words.size < fewWords ? minSharedOfFew : minShared)
    })
    return isSaid ? [at] : []
  })
}

/** Words follow a thought directly: only this many lines are compared with it. */
const maxLater = 8
