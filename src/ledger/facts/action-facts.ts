/** Facts from what the agent did: files, commands, failures, its list, its questions. */
import { askedActions, type LocatedAction } from '../../actions/actions-in.ts'
import { deedsOf, type FileDeed } from '../../actions/file-deeds.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import type { Message } from '../../types.ts'
import { isCheck, shownCommand, wholeCommand } from './command-line.ts'
import { errorLine, printedText, saysFailed } from './error-line.ts'
import type { FactBook } from './fact-book.ts'
import { changesBy } from './file-changes.ts'

type Done<Type> = LocatedAction & { readonly action: { readonly type: Type } }

export function addActionFacts(book: FactBook, messages: readonly Message[]): void {
  const actions = askedActions(messages)
  for (const [index, located] of actions.entries()) {
    const { action } = located
    if (action.type === 'run') addRun(book, located as Done<'run'>, isLookup(actions, index))
    else if (action.type === 'todo') addItems(book, located as Done<'todo'>)
    else if (action.type === 'ask') addQuestion(book, located as Done<'ask'>)
    else for (const deed of deedsOf(action)) addDeed(book, located, deed, messages)
  }
}

function addDeed(
  book: FactBook,
  { message, block, action, answer }: LocatedAction,
  { deed, path }: FileDeed,
  messages: readonly Message[],
): void {
  const call = messages[message]?.blocks[block]
  if (action.outcome === 'failed') {
    const text = answer === undefined ? undefined : errorLine(answer.text)
    // A command that failed is told as a command.
    if (deed === 'read' || call?.type !== 'toolCall' || text === undefined || answer === undefined) return
    if (action.type !== 'modify' && action.type !== 'create' && action.type !== 'delete') return
    book.add(answer, { section: 'errors', kind: 'refused', about: `${call.name} ${path}`, by: 'tool', text })
    return
  }
  const isChange = call?.type === 'toolCall' && (action.type === 'modify' || action.type === 'create')
  const changes = isChange ? changesBy(call, path).join(', ') : ''
  book.add(
    { message, block },
    {
      section: 'files',
      kind: deed === 'created' && action.type === 'create' ? 'wrote' : deed,
      about: path,
      by: 'assistant',
      ...(changes === '' ? {} : { text: changes }),
      ...(action.outcome === 'unknown' ? { isDoubtful: true } : {}),
    },
  )
}

const looks = new Set(['read', 'list', 'search'])

/** A command that only looks for something fails where there is nothing to find: no error. */
function isLookup(actions: readonly LocatedAction[], index: number): boolean {
  const run = actions[index] as LocatedAction
  let count = 0
  for (let next = actions[index + 1 + count]; next !== undefined; next = actions[index + 1 + count]) {
    if (next.message !== run.message || next.block !== run.block || next.action.type === 'run') break
    if (!looks.has(next.action.type)) return false
    count += 1
  }
  return count > 0
}

function addRun(book: FactBook, { message, block, action, answer }: Done<'run'>, isLook: boolean): void {
  if (action.type !== 'run') return
  const { command, outcome, exitCode } = action
  const about = shownCommand(command)
  if (about === '') return
  const said = { about, ...wholeCommand(command, about) }
  book.add(
    { message, block },
    {
      section: 'commands',
      kind: outcome === 'unknown' ? 'ran' : outcome,
      by: 'assistant',
      ...said,
      ...(exitCode === undefined || outcome !== 'failed' ? {} : { exitCode }),
    },
  )
  if (answer === undefined) return
  const output = printedText(answer.text)
  const hasFailed =
    outcome === 'failed' ? !isLook : outcome === 'ok' && isCheck(command) && saysFailed(output)
  const text = hasFailed ? errorLine(output) : undefined
  if (text !== undefined) book.add(answer, { section: 'errors', kind: 'failed', by: 'tool', text, ...said })
}

const longestItem = 300

function addItems(book: FactBook, { message, block, action, answer }: Done<'todo'>): void {
  if (action.type !== 'todo' || action.outcome === 'failed') return
  for (const { text, state, id } of action.items) {
    const about = graphemeCut(text.trim(), longestItem)
    // `Task #3 created successfully`: only the answer knows the number.
    const made = action.isWhole ? undefined : /#(\w{1,12})\b/.exec(answer?.text.slice(0, 60) ?? '')?.[1]
    const named = action.isWhole ? undefined : (id ?? made)
    const task = named !== undefined && /^[\w.-]{1,40}$/.test(named) ? named : undefined
    if (about === '' && task === undefined) continue
    book.add(
      { message, block },
      { section: 'state', kind: state, about, by: 'assistant', ...(task === undefined ? {} : { task }) },
    )
  }
}

const longestAnswer = 400

function addQuestion(book: FactBook, { message, block, action, answer }: Done<'ask'>): void {
  if (action.type !== 'ask') return
  const question = graphemeCut(action.question.trim(), longestAnswer)
  if (action.outcome === 'unknown' || answer === undefined) {
    book.add({ message, block }, { section: 'questions', kind: 'asked', about: question, by: 'assistant' })
    return
  }
  const about = graphemeCut(answer.text.trim().split('\n', 1)[0] ?? '', longestAnswer).trimEnd()
  if (action.outcome === 'ok' && about !== '')
    book.add(answer, { section: 'decisions', kind: 'said', about, by: 'tool', text: question })
}
