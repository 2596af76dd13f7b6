/** A ledger that was written down as JSON, by us or by somebody else: read back only where it has the form of one. */
import type { Fact, Ledger, Row } from './ledger.ts'

/** `undefined` where it is no ledger. */
export function readLedger(value: unknown): Ledger | undefined {
  if (!isRecord(value)) return undefined
  const { version, turns, rows, custom, omitted } = value
  const isSound =
    version === 1 &&
    isCount(turns) &&
    Array.isArray(rows) &&
    rows.every(isRow) &&
    Array.isArray(custom) &&
    custom.every(isText) &&
    isRecord(omitted) &&
    Object.values(omitted).every(isCount)
  return isSound ? ({ version, turns, rows, custom, omitted } as Ledger) : undefined
}

function isRow(value: unknown): value is Row {
  if (!isRecord(value)) return false
  const { section, key, state, value: said, by, first, last, facts } = value
  return (
    [section, key, state, said, by].every(isText) &&
    isCount(first) &&
    isCount(last) &&
    Array.isArray(facts) &&
    facts.length > 0 &&
    facts.every(isFact)
  )
}

function isFact(value: unknown): value is Fact {
  if (!isRecord(value)) return false
  const { section, kind, about, by, turn, order, source } = value
  return (
    [section, kind, about, by].every(isText) &&
    isCount(turn) &&
    typeof order === 'number' &&
    (source === undefined || (isRecord(source) && isText(source['hash']) && isCount(source['block'])))
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
