/** Errors, and whether they are open: each state needs something that shows it. */
import { checkOf } from '../facts/command-line.ts'
import type { Fact, Row } from '../ledger.ts'
import { ErrorProofs, type Evidence } from './error-proofs.ts'
import { inOrder, rowOf } from './row-of.ts'

export function errorRows(errors: readonly Fact[], evidence: Evidence): readonly Row[] {
  if (errors.length === 0) return []
  const proofs = new ErrorProofs(evidence, errors)
  const things = Map.groupBy(
    errors.filter(({ kind }) => kind !== 'fixed'),
    fact => (fact.kind === 'failed' ? checkOf(fact) : fact.about),
  )
  const rows = withSameText(
    Array.from(things, ([key, facts]) => errorRow(key, sinceItWorked(facts, proofs), proofs)),
  )
  const shown = new Set(rows.flatMap(({ facts }) => facts))
  const rest = errors.filter(fact => !shown.has(fact))
  if (rest.length === 0) return inOrder(rows)
  return [...inOrder(rows), rowOf({ section: 'errors', key: 'fixed', state: 'hidden', value: '' }, rest)]
}

/** The failures of one thing with the latest error, since it worked last: earlier ones were other errors. */
function sinceItWorked(facts: readonly Fact[], proofs: ErrorProofs): readonly Fact[] {
  const error = facts.at(-1)?.text
  let first = facts.length - 1
  for (; first > 0; first -= 1) {
    const before = facts[first - 1] as Fact
    const end = before.goneAt ?? proofs.of(before)?.turn
    if (before.text !== error || (end !== undefined && end <= (facts[first] as Fact).turn)) break
  }
  return facts.slice(first)
}

/** `src/a.ts:12`, `src/a.ts(5,15)`: the same words without a place may be about something else. */
const errorPlace = /\.\w{1,8}[:(]\d|--- FAIL: /

/** The work has not gone on without an error that is still open under another command. */
function withSameText(rows: readonly Row[]): readonly Row[] {
  const open = new Set(
    rows.flatMap(({ state, value }) => (state === 'open' && errorPlace.test(value) ? [value] : [])),
  )
  return rows.map(row => (row.state === 'past' && open.has(row.value) ? { ...row, state: 'open' } : row))
}

/**
 * `resolved`: the same command succeeds, or the user says that it works. `unverified`: the file was changed since, and nothing
 * was run again. `past`: the work went on without it, or the file took another edit. `expected`: a test that was announced to
 * fail. `open`: nothing that came later refers to it.
 */
function errorRow(key: string, facts: readonly Fact[], proofs: ErrorProofs): Row {
  const failure = facts.at(-1) as Fact
  const { kind, about, text = '', goneAt, goneAfter, isExpected, renderedState } = failure
  const row = { section: 'errors', key, value: kind === 'reported' ? about : text }
  const end = goneAt ?? proofs.of(failure)?.turn
  if (end === undefined) {
    if (isExpected === true) return rowOf({ ...row, state: 'expected' }, facts)
    const { state, note } =
      renderedState === undefined ? proofs.stateOf(failure) : { state: renderedState, note: goneAfter ?? '' }
    return rowOf({ ...row, state, note: note || undefined }, facts)
  }
  const note = goneAt === undefined ? proofs.changedBetween(failure, end).join(', ') : goneAfter
  // An edit that the file takes later may be another one.
  const state = kind === 'refused' ? 'past' : 'resolved'
  return { ...rowOf({ ...row, state, note: note || undefined }, facts), last: end }
}
