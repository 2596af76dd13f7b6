/** The lines of a rejected edit that the person's words about it speak of: they say what was wrong. */
import { contentWords } from '../../../scan/content-words.ts'
import { neededLines } from '../../../scan/needed-lines.ts'
import { rarities } from '../../../scan/rarities.ts'
import { sharedWords } from '../../../scan/shared-words.ts'

/** One shared word may be there by chance. */
const minShared = 2
const maxShown = 2

/** Positions of those that share the most words with the comment, words that few lines have first, with the items that lead to them. */
export function commentedLines(lines: readonly string[], comment: string): readonly number[] {
  const wordsIn = sharedWords(contentWords(comment))
  const shared = lines.map(line => new Set(wordsIn(line)))
  const scores = rarities(shared)
  const needed = neededLines(lines)
  const commented = lines
    .flatMap((_, at) => ((shared[at] as ReadonlySet<string>).size >= minShared ? [at] : []))
    .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
    .slice(0, maxShown)
  const leads = commented.map(at => needed[at] as number).filter(at => at >= 0)
  return [...new Set([...commented, ...leads])].sort((one, other) => one - other)
}
