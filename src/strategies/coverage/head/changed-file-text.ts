/** What a view says of a changed file behind its path: how it was changed, by which messages, and the names in it. */
import { bySubagent } from '../../../ledger/facts/subagent-facts.ts'
import type { Row } from '../../../ledger/ledger.ts'
import { isAsBefore } from '../../../ledger/settle/file-rows.ts'
import { languageOfName } from '../../../reduce/content/code/language-of.ts'
import { isDocumentFile, isTestFile } from '../facts/program-file.ts'
import { changedNames } from './changed-names.ts'

/** `created, read, modified` → ` (created, #12)`: not that it is changed, which the list says, but by which message. */
export function changeMark(row: Row, isBare: boolean, numberOf: (turn: number) => number): string {
  const { state, value, facts } = row
  const states = state.split(', ').filter(each => each !== 'read' && each !== 'modified')
  // What was made, deleted and made anew was made here.
  const isMadeHere = facts.find(({ kind }) => kind !== 'read')?.kind === 'wrote'
  if (states[0] === 'deleted' && states.length > 1 && isMadeHere) states.shift()
  if (isAsBefore(row)) states.push(value)
  const edits = facts.filter(({ kind }) => kind !== 'read')
  if (edits.length > 0 && edits.every(({ text }) => text === bySubagent))
    states.splice(0, states.length, bySubagent)
  const last = lastEdit(row)?.turn
  const naming = isBare ? last : namingTurn(row)
  const turns = [
    ...(naming === undefined ? [] : [`#${numberOf(naming)}`]),
    ...(last === undefined || last === naming ? [] : [`last #${numberOf(last)}`]),
  ]
  const said = [...states, ...turns]
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

/** What was done to a file after all of it was committed is in doubt, or was taken back. */
function lastEdit({ facts, committedAt = Number.POSITIVE_INFINITY }: Row): Row['facts'][number] | undefined {
  return facts.findLast(({ kind, turn }) => kind !== 'read' && turn <= committedAt)
}

/** The message whose edit holds most of the names: a reader who expands it finds them. Of equals the latest. */
function namingTurn({ facts, changes = [] }: Row): number | undefined {
  const names = new Set(changes.map(({ name }) => name))
  let turn: number | undefined
  let max = 0
  for (const fact of facts) {
    if (fact.kind === 'read') continue
    const count = fact.changes?.filter(({ name }) => names.has(name)).length ?? 0
    if (count < max) continue
    max = count
    turn = fact.turn
  }
  return turn
}

/** What the rest of a view says of a file. */
export interface FileNews {
  /** It was changed for the request that is being worked on. */
  readonly isOfNow: boolean
  /** Whether that request, or a check that failed, names something of it. */
  readonly isSpokenOf: (name: string) => boolean
}

/** Of a text for people its path says enough, of a test what is spoken of, of a script what it can do. */
export function namesOf({ key, state, changes = [] }: Row, { isOfNow, isSpokenOf }: FileNews): string {
  if (isDocumentFile(key)) return ''
  const isTest = isTestFile(key)
  const isScript = languageOfName(key)?.name === 'bash'
  const shown = changes.filter(({ name, signature }) =>
    isTest ? isSpokenOf(name) : !(isScript && signature.startsWith(`${name}=`)),
  )
  const names = changedNames(shown, {
    maxLength: 160,
    maxNames: isOfNow ? shown.length : 3,
    withSignatures: !isTest,
    isCreated: state.split(', ').includes('created'),
  })
  return names === '' ? '' : `: ${names}`
}
