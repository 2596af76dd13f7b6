/** The text after the path of a changed file: how it was changed, by which messages, and the names in it. */
import { movedTo } from '../../../ledger/facts/file-facts.ts'
import { bySubagent } from '../../../ledger/facts/subagent-facts.ts'
import type { Row, SymbolChange } from '../../../ledger/ledger.ts'
import { isAsBefore } from '../../../ledger/settle/file-rows.ts'
import { languageOfName } from '../../../reduce/content/code/language-of.ts'
import { pathFromRoot } from '../facts/common-root.ts'
import { isDocumentFile, isTestFile } from '../facts/program-file.ts'
import { changedNames } from './changed-names.ts'

interface MarkForm {
  readonly numberOf: (turn: number) => number
  readonly root: string | undefined
}

/**
 * `created, read, modified` → ` (created #12, last #30)`: the list already says that it was changed, the numbers say by which
 * messages first and last, since its last commit where it was committed before.
 */
export function changeMark(row: Row, { numberOf, root }: MarkForm): string {
  const { state, value, facts, openSince = -1 } = row
  const states = state.split(', ').filter(each => !/^(?:(?:perhaps )?read|modified)$/.test(each))
  // A file that was created, deleted and created again was created here.
  const isMadeHere = facts.find(({ kind }) => kind !== 'read')?.kind === 'wrote'
  if (states[0] === 'deleted' && states.length > 1 && isMadeHere) states.shift()
  // Git has had it since a commit in between.
  const isRewritten =
    states.length === 1 && states[0] === 'created' && openSince >= 0 && deletedAt(facts) >= openSince
  if (isRewritten) states[0] = 'rewritten'
  const target = facts.findLast(({ kind }) => kind === 'deleted')?.text
  if (states[0] === 'deleted' && target?.startsWith(movedTo) === true)
    states[0] = movedTo + pathFromRoot(target.slice(movedTo.length), root)
  if (isAsBefore(row)) states.push(value)
  const edits = facts.filter(({ kind }) => kind !== 'read')
  if (edits.length > 0 && edits.every(({ text }) => text === bySubagent))
    states.splice(0, states.length, bySubagent)
  const last = lastEdit(row)?.turn
  // The last call may not have been answered.
  const perhaps = facts.findLast(({ kind, isDoubtful }) => kind !== 'read' && isDoubtful === true)?.turn
  const made = states[0] === 'created' ? creationOf(facts)?.turn : undefined
  const isMadeBefore = made !== undefined && made !== last
  if (isMadeBefore) states[0] = `created #${numberOf(made)}`
  const first =
    isMadeBefore || isRewritten
      ? undefined
      : edits.find(({ turn, isDoubtful }) => isDoubtful !== true && turn >= openSince)?.turn
  const hasFirst = first !== undefined && last !== undefined && first < last && !isAsBefore(row)
  const turns = [
    ...(hasFirst ? [`#${numberOf(first)}`] : []),
    ...(last === undefined ? [] : [`${hasFirst || isMadeBefore ? 'last ' : ''}#${numberOf(last)}`]),
    ...(perhaps !== undefined && last !== undefined && perhaps > last
      ? [`perhaps #${numberOf(perhaps)}`]
      : []),
  ]
  const said = [...states, ...turns]
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

function deletedAt(facts: Row['facts']): number {
  return facts.findLast(({ kind }) => kind === 'deleted')?.turn ?? -1
}

function creationOf(facts: Row['facts']): Row['facts'][number] | undefined {
  const deleted = facts.findLastIndex(({ kind }) => kind === 'deleted')
  return facts.slice(deleted + 1).find(({ kind }) => kind === 'wrote')
}

/** Edits after the commit of the whole file are uncertain or were reverted. */
function lastEdit({ facts, committedAt = Number.POSITIVE_INFINITY }: Row): Row['facts'][number] | undefined {
  const edits = facts.filter(({ kind, turn }) => kind !== 'read' && turn <= committedAt)
  return edits.findLast(({ isDoubtful }) => isDoubtful !== true) ?? edits.at(-1)
}

/** What the rest of a view says about a file. */
interface FileMentions {
  /** It was changed for the current request. */
  readonly isOfCurrentRequest: boolean
  /** Whether that request, or a failed check, mentions a name in it. */
  readonly isSpokenOf: (name: string) => boolean
  /** Whether that request, also what was pasted with it, or a task names it. */
  readonly isNamed: (name: string) => boolean
}

/** The path is enough for a document. A script is shown with its functions. */
export function namesOf({ key, state, changes = [] }: Row, mentions: FileMentions): string {
  const { isOfCurrentRequest, isNamed } = mentions
  if (isDocumentFile(key)) return ''
  const isTest = isTestFile(key)
  const isScript = languageOfName(key)?.name === 'bash'
  const isCreated = state.split(', ').includes('created')
  if (isTest) return testNames(changes, mentions, isCreated)
  const shown = changes.filter(({ signature, name }) => !(isScript && signature.startsWith(`${name}=`)))
  const names = changedNames(shown, {
    maxLength: 160,
    maxNames: isOfCurrentRequest ? shown.length : 3,
    withSignatures: true,
    isCreated,
    isNamed,
  })
  return names === '' ? '' : `: ${names}`
}

/** `TestRead`, `test_read`, `Suite.testRead`: not a helper of tests. */
const testName = /(?:^|\.)[Tt]ests?(?=[_A-Z\d]|$)[^.]*$/

const maxTests = 4

/** Those that are mentioned, or else what was added: tests before their helpers, and where room is left tests changed with them. */
function testNames(
  changes: readonly SymbolChange[],
  { isOfCurrentRequest, isSpokenOf, isNamed }: FileMentions,
  isCreated: boolean,
): string {
  // A test that is mentioned may continue under another name.
  const isRenamed = changes.some(({ how, name }) => how === 'removed' && isSpokenOf(name))
  const spoken = changes.filter(({ how, name }) => isSpokenOf(name) || (isRenamed && how === 'added'))
  const added = changes.filter(({ how, signature }) => how === 'added' && signature.includes('('))
  const [tests = [], helpers = []] = [true, false].map(is =>
    added.filter(({ name }) => testName.test(name) === is),
  )
  // In a file that was there before, the last ones are shown.
  const inOrder = isCreated ? [...tests, ...helpers] : [...helpers, ...tests]
  const changed = isOfCurrentRequest
    ? changes.filter(({ how, name }) => how === 'changed' && testName.test(name))
    : []
  const besides = changed.slice(0, Math.max(0, maxTests - inOrder.length))
  const shown = spoken.length > 0 ? spoken : tests.length > 0 ? [...besides, ...inOrder] : []
  const room = {
    maxLength: 160,
    maxNames: spoken.length > 0 ? shown.length : maxTests,
    withSignatures: false,
  }
  const names = changedNames(shown, { ...room, isCreated, isNamed })
  return names === '' ? '' : `: ${names}`
}
