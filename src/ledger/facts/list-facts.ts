/** Facts about the agent's own list, and about what it asked the user with a tool. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { FactBook } from './fact-book.ts'

const maxItemLength = 600
const maxAnswerLength = 400

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

/** A question that was answered is a decision; one that was not is open. */
export function addQuestionFacts(book: FactBook, { message, block, action, answer }: LocatedAction): void {
  if (action.type !== 'ask') return
  const question = graphemeCut(action.question.trim(), maxAnswerLength).trimEnd()
  const reply = graphemeCut(answer?.text.trim().split('\n', 1)[0] ?? '', maxAnswerLength).trimEnd()
  if (action.outcome === 'unknown' || answer === undefined) {
    if (question !== '')
      book.add({ message, block }, { section: 'questions', kind: 'asked', about: question, by: 'assistant' })
  } else if (action.outcome === 'ok' && reply !== '')
    book.add(answer, { section: 'decisions', kind: 'said', about: reply, by: 'tool', text: question })
}
