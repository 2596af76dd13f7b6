import { describe, expect, it } from 'vitest'
import { addFacts, noFacts } from '../../bench/facts-in-pieces.ts'
import type { Piece } from '../../src/reduce/content/content.ts'

function factsOf(text: string, pieces: readonly Piece[], isShown: readonly boolean[]) {
  const facts = noFacts()
  addFacts(text, pieces, isShown, facts)
  return facts
}

function line(text: string, under?: number): Piece {
  return { text, lines: 1, value: 'plain', ...(under !== undefined && { under }) }
}

describe('facts in pieces', () => {
  it('counts what is shown and what is not', () => {
    const lines = ['error: port 8080 is taken', '12 passed', 'error: disk full']
    const facts = factsOf(
      lines.join('\n'),
      lines.map(text => line(text)),
      [true, true, false],
    )
    expect(facts['error lines']).toEqual({ all: 2, said: 1 })
    expect(facts.counts).toEqual({ all: 1, said: 1 })
    expect(facts.numbers).toEqual({ all: 2, said: 2 })
  })

  it('takes a path together with what its piece is under', () => {
    const pieces = [line('src/orders/: 2 files'), line('pricing.ts', 0), line('types.ts')]
    const text = 'src/orders/pricing.ts\nsrc/orders/types.ts'
    expect(factsOf(text, pieces, [true, true, true]).paths).toEqual({ all: 2, said: 1 })
    expect(factsOf(text, pieces, [false, true, true]).paths).toEqual({ all: 2, said: 0 })
  })

  it('takes the pieces of one long line together, where all are shown', () => {
    const text = 'error: cannot assign A to B'
    const pieces: Piece[] = [line('error: cannot assign '), { text: 'A to B', lines: 0, value: 'plain' }]
    expect(factsOf(text, pieces, [true, true])['error lines'].said).toBe(1)
    expect(factsOf(text, pieces, [true, false])['error lines'].said).toBe(0)
  })

  it('does not take the name of a test that passed for an error', () => {
    const passed = [' ✓ rejects an invalid name', '(pass) fails on error', '--- PASS: TestError (0.01s)']
    expect(factsOf(passed.join('\n'), [], [])['error lines'].all).toBe(0)
    expect(factsOf(' × rejects an invalid name', [], [])['error lines'].all).toBe(1)
  })
})
