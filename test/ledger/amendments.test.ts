import { describe, expect, it } from 'vitest'
import type { Fact, Row } from '../../src/ledger/ledger.ts'
import { withReversals } from '../../src/ledger/settle/amendments.ts'
import { expectLinear } from '../measure/expect-linear.ts'

const source = { message: 0, block: 0, hash: '' }

function decisions(count: number, wordOf: (at: number) => string): readonly Row[] {
  return Array.from({ length: count }, (_, at) => {
    const value = `Take ${wordOf(at)}, but not now.`
    const fact: Fact = {
      section: 'decisions',
      kind: 'said',
      about: value,
      turn: at,
      order: at,
      by: 'user',
      source,
    }
    return {
      section: 'decisions',
      key: value,
      state: '',
      value,
      by: 'user',
      first: at,
      last: at,
      facts: [fact],
    }
  })
}

describe('decisions that later ones change in part', () => {
  it('are amended by the first of them', () => {
    expect(
      withReversals(
        decisions(3, () => 'backend'),
        [],
      ).map(({ amendedBy }) => amendedBy),
    ).toEqual([1, 2, undefined])
  })

  it('take time in proportion to their number', () => {
    const rows = new Map<string, readonly Row[]>()
    const rowsOf = (length: number): string => {
      rows.set(
        String(length),
        decisions(length / 25, at => `backend${at}`),
      )
      return String(length)
    }
    expectLinear(rowsOf, name => withReversals(rows.get(name) ?? [], []))
  })
})
