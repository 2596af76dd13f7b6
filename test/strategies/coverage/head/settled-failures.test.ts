import { expect, it } from 'vitest'
import type { Fact, Row } from '../../../../src/ledger/ledger.ts'
import { settledFailures } from '../../../../src/strategies/coverage/head/settled-failures.ts'

function error(about: string, state: string, ...turns: readonly number[]): Row {
  const facts = turns.map((turn): Fact => {
    const source = { block: 1, hash: '' }
    return { section: 'errors', kind: 'failed', about, by: 'tool', turn, order: 0, source }
  })
  return { section: 'errors', key: about, state, value: '', by: 'tool', first: 0, last: 9, facts }
}

it('finds the failures of checks that passed since', () => {
  const rows = [error('npm test', 'resolved', 3, 5), error('npm run lint', 'past', 6)]
  expect([...settledFailures(rows)]).toEqual(['4 1', '6 1', '7 1'])
})

it('leaves what may be open, and what is no check', () => {
  expect([...settledFailures([error('npm test', 'unverified', 3), error('./load', 'resolved', 5)])]).toEqual(
    [],
  )
})

it('knows earlier failures that are kept in a row of their own', () => {
  const before = error('npm test', 'hidden', 2)
  expect([...settledFailures([error('npm test', 'resolved', 5), { ...before, key: 'fixed' }])]).toEqual([
    '6 1',
    '3 1',
  ])
  expect([...settledFailures([error('npm test', 'open', 5), { ...before, key: 'fixed' }])]).toEqual([])
})
