/** What a person would not let the agent do: no error, but a word to go by. */
import type { LocatedAnswer } from '../../scan/actions/actions-in.ts'
import { rejectionIn } from '../../scan/actions/rejection.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { FactBook } from './fact-book.ts'

const longest = 400

/** Whether it was refused; what the user said to it is noted. */
export function addRefusal(book: FactBook, answer: LocatedAnswer): boolean {
  const rejection = rejectionIn(answer.text)
  if (rejection === undefined) return false
  const about = graphemeCut(rejection.words, longest).trimEnd()
  if (about !== '') book.add(answer, { section: 'decisions', kind: 'said', about, by: 'tool' })
  return true
}
