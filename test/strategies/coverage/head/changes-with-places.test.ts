import { describe, expect, it } from 'vitest'
import type { Fact, SymbolChange } from '../../../../src/ledger/ledger.ts'
import { changesWithPlaces } from '../../../../src/strategies/coverage/head/changes-with-places.ts'

const fact = (turn: number, more: Partial<Fact> = {}): Fact =>
  ({ section: 'files', kind: 'modified', about: 'src/tax.ts', by: 'assistant', turn, ...more }) as Fact
const placesAt = (turn: number) => [{ path: '/w/src/tax.ts', names: [`fn${turn}`] }]
const added: SymbolChange = { how: 'added', name: 'total', signature: 'function total()' }

describe('changesWithPlaces', () => {
  it('puts the functions that edits are in before what they define, each once', () => {
    const row = { key: 'src/tax.ts', facts: [fact(1), fact(1), fact(2)], changes: [added] }
    expect(changesWithPlaces(row, placesAt).map(({ name }) => name)).toEqual(['fn1', 'fn2', 'total'])
    expect(changesWithPlaces(row, () => [{ path: 'src/tax.ts', names: ['total'] }])).toEqual([added])
  })

  it('does not name a section beside a key of it', () => {
    const key: SymbolChange = { how: 'changed', name: '[tasks.test].run', signature: 'run = "test"' }
    const row = { key: 'src/tax.ts', facts: [fact(1)], changes: [key] }
    expect(changesWithPlaces(row, () => [{ path: 'src/tax.ts', names: ['[tasks.test]'] }])).toEqual([key])
  })

  it('leaves out other files, reads, edits in doubt, and edits of which nothing is left', () => {
    const row = {
      key: 'src/tax.ts',
      facts: [
        fact(1, { kind: 'read' }),
        fact(2, { isDoubtful: true }),
        fact(3, { lines: ['+gone'] }),
        fact(4, { lines: ['+left'] }),
      ],
      lines: ['+left'],
    }
    expect(changesWithPlaces(row, placesAt).map(({ name }) => name)).toEqual(['fn4'])
    expect(changesWithPlaces({ ...row, key: 'lib/tax.ts' }, placesAt)).toEqual([])
  })
})
