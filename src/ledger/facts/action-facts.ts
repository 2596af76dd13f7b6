/** Facts from what the agent did: files, commands, failures, its list, its questions. */
import { askedCalls, type LocatedAction, type ReadCall } from '../../scan/actions/actions-in.ts'
import { answersIn, askedQuestions } from '../../scan/actions/asked-questions.ts'
import { createdThings } from '../../scan/actions/created-things.ts'
import { fileOperations } from '../../scan/actions/file-operations.ts'
import { isRejection } from '../../scan/actions/rejection.ts'
import { taskNumber } from '../../scan/actions/todo-items.ts'
import { userCommands } from '../../scan/actions/user-commands.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { wordCut } from '../../scan/word-cut.ts'
import type { Block, Message, Target } from '../../types.ts'
import { addSpokenLists } from './checklist-facts.ts'
import type { FactCollector } from './fact-collector.ts'
import { addFileFacts } from './file-facts.ts'
import { addRunFacts } from './run-facts.ts'
import { addDelegateFacts, addReportFacts } from './subagent-facts.ts'
import { addReplies } from './talk-facts.ts'

export function addActionFacts(collector: FactCollector, messages: readonly Message[]): void {
  addReplies(collector, messages)
  addReportFacts(collector, messages)
  addSpokenLists(collector, messages)
  for (const run of userCommands(messages)) addRunFacts(collector, [run], { messages, by: 'user' })
  let edit: LastEdit | undefined
  /** Changes of lists without an answer: made, where the agent went on and was answered. */
  let unanswered: LocatedAction[] = []
  for (const call of askedCalls(messages)) {
    const { actions } = call
    addCreatedFacts(collector, call)
    const [first] = actions
    if (first === undefined) continue
    const { answer, action } = first
    const hasEndedBadly = action.outcome === 'failed' || action.outcome === 'rejected'
    const isRefused = answer !== undefined && hasEndedBadly && isRejection(answer.text)
    addRunFacts(collector, actions, { messages, isRefused, by: 'assistant' })
    const asked = messages[first.message]?.blocks[first.block]
    addFileFacts(collector, actions, asked, isRefused)
    if (!isRefused) addQuestionFacts(collector, actions, asked)
    edit = editOf(actions, asked) ?? edit
    if (answer !== undefined && (unanswered[0]?.message ?? first.message) < first.message) {
      for (const located of unanswered) addItemFacts(collector, located)
      unanswered = []
    }
    for (const located of actions) {
      if (answer !== undefined) addItemFacts(collector, located)
      else if (located.action.type === 'todo') unanswered.push(located)
      addDelegateFacts(collector, located, isRefused)
    }
  }
  addLastEdit(collector, edit)
}

/** What a call has created in a tracker or on a host: `PROJ-12 Title`. */
function addCreatedFacts(collector: FactCollector, call: ReadCall): void {
  const { answer } = call
  if (answer === undefined) return
  for (const { name, title } of createdThings(call))
    collector.add(answer, {
      section: 'git',
      kind: 'shown',
      about: 'created',
      by: 'tool',
      text: title === undefined ? name : `${name} ${graphemeCut(title, maxItemLength)}`,
    })
}

type EditState = 'applied' | 'refused' | 'unanswered'

interface LastEdit {
  readonly place: Target
  readonly about: string
  readonly state: EditState
}

/** `actions`: what one call did. `undefined` where it edits no file by a tool. */
function editOf(actions: readonly LocatedAction[], call: Block | undefined): LastEdit | undefined {
  const [first] = actions as readonly [LocatedAction]
  if (call?.type !== 'toolCall' || first.action.type === 'run') return undefined
  const paths = actions.flatMap(({ action }) =>
    fileOperations(action).flatMap(({ operation, path }) => (operation === 'read' ? [] : [path])),
  )
  if (paths.length === 0) return undefined
  const { message, block, action, answer } = first
  const isAnswered = answer !== undefined && action.outcome !== 'unknown'
  const state = !isAnswered ? 'unanswered' : action.outcome === 'failed' ? 'refused' : 'applied'
  return { place: { message, block }, about: `${call.name} ${[...new Set(paths)].join(', ')}`, state }
}

function addLastEdit(collector: FactCollector, edit: LastEdit | undefined): void {
  if (edit === undefined) return
  const { place, about, state } = edit
  collector.add(place, { section: 'doing', kind: 'edited', about, by: 'assistant', text: state })
}

const maxItemLength = 600
const maxAnswerLength = 400

/** Facts about the agent's own list, and about what it asked the user with a tool. */
function addItemFacts(collector: FactCollector, { message, block, action, answer }: LocatedAction): void {
  if (action.type !== 'todo' || action.outcome === 'failed') return
  if (action.items.length === 0)
    collector.add({ message, block }, { section: 'tasks', kind: 'cancelled', about: '', by: 'assistant' })
  for (const { text, state, id } of action.items) {
    const about = graphemeCut(text.trim(), maxItemLength)
    const named = action.isWhole ? undefined : (id ?? taskNumber(answer?.text ?? ''))
    const task = named !== undefined && /^[\w.-]{1,40}$/.test(named) ? { task: named } : {}
    if (about !== '' || 'task' in task)
      collector.add({ message, block }, { section: 'tasks', kind: state, about, by: 'assistant', ...task })
  }
}

/** `actions`: the questions of one call. One that was answered is a decision, unless the answer asks back; others are open. */
function addQuestionFacts(
  collector: FactCollector,
  actions: readonly LocatedAction[],
  call: Block | undefined,
): void {
  const [first] = actions
  if (first?.action.type !== 'ask' || call?.type !== 'toolCall') return
  const { answer } = first
  if (answer === undefined) {
    for (const { message, block, action } of actions)
      if (action.type === 'ask' && action.question.trim() !== '')
        collector.add(
          { message, block },
          { section: 'questions', kind: 'asked', about: shortened(action.question), by: 'assistant' },
        )
  } else if (first.action.outcome !== 'failed')
    for (const { asked, words } of answersIn(askedQuestions(call), answer.text))
      if (!/[?？]/.test(words))
        collector.add(answer, {
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
