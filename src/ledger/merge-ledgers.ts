/** Two ledgers as one: associative, idempotent, and with the same rows in whichever order they come. */
import type { Ledger } from './ledger.ts'
import { buildLedger } from './settle/build-ledger.ts'

export function mergeLedgers(one: Ledger, other: Ledger): Ledger {
  const facts = [...one.rows, ...other.rows].flatMap(row => row.facts)
  return buildLedger(facts, {
    turns: Math.max(one.turns, other.turns),
    custom: [...one.custom, ...other.custom],
    omitted: mostOmitted(one.omitted, other.omitted),
  })
}

/** Nobody can tell whether two renderings left out the same rows: at least so many are missing. */
function mostOmitted(one: Ledger['omitted'], other: Ledger['omitted']): Ledger['omitted'] {
  const sections = new Set([...Object.keys(one), ...Object.keys(other)].sort())
  return Object.fromEntries(
    Array.from(sections, section => [section, Math.max(one[section] ?? 0, other[section] ?? 0)]),
  )
}
