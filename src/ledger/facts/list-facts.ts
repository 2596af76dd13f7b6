/** Facts about the agent's own list, and about what it asked the user with a tool. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { answersIn, askedQuestions } from '../../scan/actions/asked-questions.ts'
import { taskNumber } from '../../scan/actions/todo-items.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { wordCut } from '../../scan/word-cut.ts'
import type { Block } from '../../types.ts'
import type { FactBook } from './fact-book.ts'

const maxItemLength = 600
const maxAnswerLength = 400

export function addItemFacts(book: FactBook, { message, block, action, answer }: LocatedAction): void {
  if (action.type !== 'todo' || action.outcome === 'failed') return
  if (action.items.length === 0)
    book.add({ message, block }, { section: 'tasks', kind: 'cancelled', about: '', by: 'assistant' })
  for (const { text, state, id } of action.items) {
    const about = graphemeCut(text.trim(), maxItemLength)
    const named = action.isWhole ? undefined : (id ?? taskNumber(answer?.text ?? ''))
    const task = named !== undefined && /^[\w.-]{1,40}$/.test(named) ? { task: named } : {}
    if (about !== '' || 'task' in task)
      book.add({ message, block }, { section: 'tasks', kind: state, about, by: 'assistant', ...task })
  }
}

/** `actions`: the questions of one call. One that was answered is a decision, unless the answer asks back; others are open. */
export function addQuestionFacts(
  book: FactBook,
  actions: readonly LocatedAction[],
  call: Block | undefined,
): void {
  const [first] = actions
  if (first?.action.type !== 'ask' || call?.type !== 'toolCall') return
  const { answer } = first
  if (answer === undefined) {
    for (const { message, block, action } of actions)
      if (action.type === 'ask' && action.question.trim() !== '')
        book.add(
          { message, block },
          { section: 'questions', kind: 'asked', about: shortened(action.question), by: 'assistant' },
        )
  } else if (first.action.outcome !== 'failed')
    for (const { asked, words } of answersIn(askedQuestions(call), answer.text))
      if (!/[?？]/.test(words))
        book.add(answer, {
          section: 'decisions',
          kind: 'said',
          about: shortened(words),
          by: 'user',
          text: shortened(asked.question),
          ...(words.trim().length > maxAnswerLength ? { isCut: true } : {}),
        })
}

function shortened(text: string): string {
  return wordCut(text.trim(), maxAnswerLength).trimEnd()
}
