/** Calls and results that find each other, come too late, or stay alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PairingStep, pairingProblems } from '../../src/formats/pairing-problems.ts'

const call = (message: number, id: string): PairingStep => ({
  type: 'call',
  message,
  id,
  label: `call ${id}`,
})
const result = (message: number, id: string): PairingStep => ({
  type: 'result',
  message,
  id,
  label: `result ${id}`,
})
const boundary: PairingStep = { type: 'boundary' }

function codes(...steps: PairingStep[]): (readonly [number, string])[] {
  return pairingProblems(steps).map(({ message, code }) => [message, code] as const)
}

describe('pairingProblems', () => {
  it('accepts parallel calls answered in any order', () => {
    expect(codes(call(0, 'a'), call(0, 'b'), result(1, 'b'), result(2, 'a'), boundary)).toEqual([])
  })

  it('distinguishes a late result from one that nobody asked for', () => {
    expect(codes(call(0, 'a'), boundary, result(2, 'a'), result(3, 'a'))).toEqual([
      [2, 'wrong-order'],
      [3, 'unpaired-result'],
    ])
  })

  it('keeps turns apart that share an identifier', () => {
    expect(codes(call(0, 'x'), boundary, call(1, 'x'), result(2, 'x'))).toEqual([[0, 'unpaired-call']])
    expect(codes(call(0, 'x'), boundary, call(1, 'x'), boundary)).toEqual([
      [0, 'unpaired-call'],
      [1, 'unpaired-call'],
    ])
  })

  it('says what it means', () => {
    expect(
      pairingProblems([call(0, 'a'), boundary, result(2, 'a'), call(3, 'b')]).map(({ why }) => why),
    ).toEqual(['result a must come right after message 1, which made the call', 'call b has no result'])
  })

  it('reports as many problems as there are loose ends, in order', () => {
    const step = fc.record({ type: fc.constantFrom('call', 'result'), id: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(fc.array(step), steps => {
        const problems = pairingProblems(
          steps.map(({ type, id }, message) => (type === 'call' ? call(message, id) : result(message, id))),
        )
        const open: Record<string, number> = { a: 0, b: 0, c: 0 }
        let stray = 0
        for (const { type, id } of steps) {
          const waiting = open[id] ?? 0
          if (type === 'call') open[id] = waiting + 1
          else if (waiting > 0) open[id] = waiting - 1
          else stray += 1
        }
        expect(problems.filter(({ code }) => code === 'unpaired-result')).toHaveLength(stray)
        expect(problems.filter(({ code }) => code === 'unpaired-call')).toHaveLength(
          Object.values(open).reduce((sum, waiting) => sum + waiting, 0),
        )
        const order = problems.map(({ message }) => message)
        expect(order).toEqual(order.toSorted((one, other) => one - other))
      }),
    )
  })
})
