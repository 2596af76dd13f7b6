/** Ledgers as JSON for others, with messages counted from 1, and back: read only where it has the form of one. */
import { isRecord } from '../tokens/json-value.ts'
import type { Fact, Ledger, Row } from './ledger.ts'

/** A ledger whose messages are counted from 1, as views and printed ledgers count them. `turns` is how many there are. */
export interface LedgerJson extends Omit<Ledger, 'version'> {
  readonly version: 4
}

export function ledgerJson(ledger: Ledger): LedgerJson {
  return { ...ledger, version: 4, rows: ledger.rows.map(row => withNumbers(row, 1)) }
}

/** What refers to messages by number, counted from another. */
function withNumbers(row: Row, by: number): Row {
  const facts = row.facts.map(fact => shifted(fact, ['turn', 'goneAt', 'committedAt'], by))
  const numbers = ['first', 'last', 'supersededBy', 'amendedBy', 'committedAt', 'openSince'] as const
  return { ...shifted(row, numbers, by), facts }
}

function shifted<Numbered extends object>(
  value: Numbered,
  names: readonly (keyof Numbered)[],
  by: number,
): Numbered {
  const given = names.filter(name => value[name] !== undefined)
  return { ...value, ...Object.fromEntries(given.map(name => [name, Number(value[name]) + by])) }
}

/** Reads what `ledgerJson` wrote, or a stored ledger; `undefined` for anything else. */
export function readLedger(value: unknown): Ledger | undefined {
  if (!isRecord(value)) return undefined
  const { version, turns, rows: written, custom, omitted } = value
  const isCountedFromOne = version === 4 && Array.isArray(written) && written.every(isRow)
  const rows = isCountedFromOne ? written.map(row => withNumbers(row, -1)) : written
  const isSound =
    (version === 2 || version === 4) &&
    isCount(turns) &&
    Array.isArray(rows) &&
    rows.every(isRow) &&
    Array.isArray(custom) &&
    custom.every(isText) &&
    isRecord(omitted) &&
    Object.values(omitted).every(isCount)
  return isSound ? ({ version: 2, turns, rows, custom, omitted } as Ledger) : undefined
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

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
