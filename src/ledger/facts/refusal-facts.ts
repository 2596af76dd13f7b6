/** What a person would not let the agent do: no error, but a word to go by. */
import type { LocatedAnswer } from '../../scan/actions/actions-in.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { FactBook } from './fact-book.ts'

const longest = 400
const refusal = /^The (?:user doesn't want to|tool call was rejected|tool use was rejected)/
const userSaid = 'the user said:\n'

/** Whether it was refused; what the user said to it is noted. */
export function addRefusal(book: FactBook, answer: LocatedAnswer): boolean {
  const { text } = answer
  if (!refusal.test(text)) return false
  const start = text.indexOf(userSaid)
  const words = start < 0 ? '' : text.slice(start + userSaid.length).trim()
  const about = graphemeCut(words, longest).trimEnd()
  if (about !== '') book.add(answer, { section: 'decisions', kind: 'said', about, by: 'tool' })
  return true
}
