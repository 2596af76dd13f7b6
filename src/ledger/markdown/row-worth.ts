/** Which rows go first when there is no room for all. */
import { isAcknowledgement } from '../../scan/acknowledgement.ts'
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import type { Row } from '../ledger.ts'

/** From here on a row is never left out for a cap, only for want of tokens. */
export const protectedWorth = 8

/** Commands that leave something behind. */
const bringsAbout =
  /\b(?:git|gh|npm|pnpm|yarn|bun|pip3?|uv|cargo|docker|kubectl|terraform) (\S+ )?(?:commit|push|merge|rebase|install|add|create|deploy|publish|apply|release|tag|mv|rm)(?!\w)/

/** A row is weighed for its section, for all of them and for those that fit. */
const known = new WeakMap<Row, number>()

/** The higher, the longer it stays. */
export function worthOf(row: Row): number {
  const worth = known.get(row) ?? weighed(row)
  known.set(row, worth)
  return worth
}

function weighed({ section, key, state, value, by, supersededBy }: Row): number {
  switch (section) {
    case 'files':
      return /created|modified|deleted/.test(state) ? 9 : 0
    case 'commands':
      if (state === 'failed' || state.startsWith('exit ')) return 4
      return bringsAbout.test(key) || readCheck(key).isCheck ? 3 : 1
    case 'checks':
      return 8
    case 'git':
      return 8
    case 'errors':
      return state === 'open' ? 9 : state === 'unverified' || state === 'expected' ? 5 : 2
    case 'constraints':
      return supersededBy === undefined ? 10 : 2
    case 'intent':
      return state === 'original' ? 12 : 11
    case 'talk':
      return isAcknowledgement(value) ? 1 : 8
    case 'decisions':
      if (supersededBy !== undefined) return 2
      return by === 'user' || by === 'tool' ? 7 : 5
    case 'tasks':
    case 'state':
      return state === 'done' ? 3 : 7
    case 'doing':
      return state === 'said' ? 5 : state === 'done' ? 2 : 7
    case 'turns':
      return 5
    case 'subagents':
      return state === 'running' ? 7 : 5
    case 'questions':
      return 7
    case 'next':
      return state === 'pending' ? 7 : 6
    default:
      return 6
  }
}

/** For a reader who wants to know the state of the work: requests, rules, what is left to do, checks, git, open errors, talk. */
const presentSections: readonly string[] = [
  'talk',
  'errors',
  'git',
  'checks',
  'tasks',
  'constraints',
  'intent',
]

function presentWorth(row: Row): number {
  const { section, state, supersededBy } = row
  const isPresent =
    section === 'tasks'
      ? state !== 'done'
      : section === 'errors'
        ? state === 'open'
        : worthOf(row) >= protectedWorth && supersededBy === undefined
  const rank = isPresent ? presentSections.indexOf(section) : -1
  if (section === 'intent' && state === 'current') return presentRank + rank + 1
  return rank < 0 ? worthOf(row) : presentRank + rank
}

/** Above all that is not of the present. */
const presentRank = 20

/** The same as `byWorth`, with the present before the files that were changed. */
export function byPresent(rows: Iterable<Row>): readonly Row[] {
  return ranked(rows, presentWorth)
}

/** What is worth less comes first; of equals the older. */
export function byWorth(rows: Iterable<Row>): readonly Row[] {
  return ranked(rows, worthOf)
}

function ranked(rows: Iterable<Row>, worth: (row: Row) => number): readonly Row[] {
  return Array.from(rows, row => ({ row, worth: worth(row) }))
    .sort(
      (one, other) =>
        one.worth - other.worth || one.row.last - other.row.last || one.row.first - other.row.first,
    )
    .map(({ row }) => row)
}

/** Rows of a section after which the next counts half, where sections share little room. */
const halving = 4

/** The same, so that a section of many rows leaves room for the others. */
export function byTurns(rows: Iterable<Row>): readonly Row[] {
  const shown = new Map<string, number>()
  return byWorth(rows)
    .toReversed()
    .map(row => {
      const before = shown.get(row.section) ?? 0
      shown.set(row.section, before + 1)
      return { row, worth: worthOf(row) / (1 + before / halving) }
    })
    .sort((one, other) => other.worth - one.worth)
    .map(({ row }) => row)
    .toReversed()
}
