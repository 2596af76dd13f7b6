/** Ledgers as one: associative, idempotent, and with the same rows in whichever order they come. */
import type { Ledger } from './ledger.ts'
import { buildLedger } from './settle/build-ledger.ts'

/** The parts of a long conversation are merged in one call, which reads each fact once. */
export function mergeLedgers(...ledgers: readonly [Ledger, ...Ledger[]]): Ledger {
  return buildLedger(
    ledgers.flatMap(({ rows }) => rows.flatMap(row => row.facts)),
    {
      turns: ledgers.reduce((most, { turns }) => Math.max(most, turns), 0),
      custom: ledgers.flatMap(({ custom }) => custom),
      omitted: ledgers.map(({ omitted }) => omitted).reduce(maxOmitted),
    },
  )
}

/** Two printed ledgers may have left out the same rows: this is the minimum that is missing. */
function maxOmitted(one: Ledger['omitted'], other: Ledger['omitted']): Ledger['omitted'] {
  const sections = new Set([...Object.keys(one), ...Object.keys(other)].sort())
  return Object.fromEntries(
    Array.from(sections, section => [section, Math.max(one[section] ?? 0, other[section] ?? 0)]),
  )
}
