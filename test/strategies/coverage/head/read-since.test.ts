import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/ledger/ledger.ts'
import { readSince } from '../../../../src/strategies/coverage/head/read-since.ts'

/** `read@4 modified@6`, in doubt `read@4?` */
function file(key: string, facts: string, state = 'read'): Row {
  return {
    section: 'files',
    key,
    state,
    facts: facts.split(' ').map(fact => {
      const [kind, turn = ''] = fact.split('@')
      return { kind, turn: Number.parseInt(turn, 10), isDoubtful: turn.endsWith('?') }
    }),
  } as unknown as Row
}

function read(rows: readonly Row[], request = 1): readonly string[] {
  return Array.from(readSince(rows, request).files, ([{ key }, turn]) => `${key} ${turn}`)
}

describe('readSince', () => {
  it('lists what was read after the last change, the latest first, also files that were changed before', () => {
    const rows = [
      file('a.ts', 'read@2'),
      file('b.ts', 'modified@4 read@6', 'modified'),
      file('c.ts', 'read@3 read@5'),
    ]
    expect(read(rows)).toEqual(['b.ts 6', 'c.ts 5'])
  })

  it('lists nothing of earlier requests, and no file alone', () => {
    const rows = [file('a.ts', 'read@2'), file('b.ts', 'read@3'), file('c.ts', 'read@5')]
    expect(read(rows, 4)).toEqual([])
    expect(read(rows, 1)).toEqual(['c.ts 5', 'b.ts 3', 'a.ts 2'])
  })

  it('leaves out what was deleted', () => {
    const rows = [file('a.ts', 'read@2 deleted@3', 'deleted'), file('b.ts', 'read@5'), file('c.ts', 'read@6')]
    expect(read(rows)).toEqual(['c.ts 6', 'b.ts 5'])
  })

  it('does not count a reading that showed nothing, or has no answer yet', () => {
    const rows = [file('a.ts', 'read@3 read@7?'), file('b.ts', 'read@5'), file('c.ts', 'read@6?')]
    expect(read(rows)).toEqual(['b.ts 5', 'a.ts 3'])
  })

  it('lists the latest six', () => {
    const rows = Array.from({ length: 9 }, (_, at) => file(`${at}.ts`, `read@${at + 2}`))
    expect(read(rows)).toHaveLength(6)
    expect(read(rows)[0]).toBe('8.ts 10')
  })
})
