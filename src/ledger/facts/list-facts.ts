/** Facts about the agent's own list, and about what it asked the user with a tool. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { FactBook } from './fact-book.ts'

const maxItemLength = 600
const maxQuestionLength = 400

export function addItemFacts(book: FactBook, { message, block, action, answer }: LocatedAction): void {
  if (action.type !== 'todo' || action.outcome === 'failed') return
  if (action.items.length === 0)
    book.add({ message, block }, { section: 'tasks', kind: 'cancelled', about: '', by: 'assistant' })
  for (const { text, state, id } of action.items) {
    const about = graphemeCut(text.trim(), maxItemLength)
    // `Task #3 created successfully`: only the answer knows the number.
    const made = /#(\w{1,12})\b/.exec(answer?.text.slice(0, 60) ?? '')?.[1]
    const named = action.isWhole ? undefined : (id ?? made)
    const task = named !== undefined && /^[\w.-]{1,40}$/.test(named) ? { task: named } : {}
    if (about !== '' || 'task' in task)
      book.add({ message, block }, { section: 'tasks', kind: state, about, by: 'assistant', ...task })
  }
}

/** A question that nobody has answered is open. */
export function addQuestionFacts(book: FactBook, { message, block, action, answer }: LocatedAction): void {
  if (action.type !== 'ask' || answer !== undefined) return
  const about = graphemeCut(action.question.trim(), maxQuestionLength).trimEnd()
  if (about !== '')
    book.add({ message, block }, { section: 'questions', kind: 'asked', about, by: 'assistant' })
}
