import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Measured } from '../../../src/reduce/plan.ts'
import { type PartitionFacts, partitionFacts } from '../../../src/strategies/partition/partition-facts.ts'
import { preservationZone } from '../../../src/strategies/partition/places.ts'

type Known = Omit<Partial<Measured>, 'facts'> &
  Pick<Measured, 'message' | 'tokens'> & { facts?: Partial<PartitionFacts> }

function measured({ facts, ...known }: Known): Measured {
  return {
    block: 0,
    role: 'assistant',
    type: 'text',
    age: 0,
    length: known.tokens * 4,
    kind: 'prose',
    secret: false,
    editable: true,
    compressed: false,
    hasHandle: false,
    isReferenceTarget: false,
    pinned: false,
    facts: {
      type: 'conversation',
      importance: 2,
      copies: 1,
      hours: 9,
      isEdited: false,
      hasDecision: false,
      isFinished: false,
      keyLength: 0,
      ...facts,
    },
    ...known,
  }
}

const recentIn = (zone: readonly (string | undefined)[]): number[] =>
  zone.flatMap((reason, at) => (reason === 'recent' ? [at] : []))

describe('the preservation zone', () => {
  const ten = Array.from({ length: 10 }, (_, message) => measured({ message, tokens: 100 }))

  it('is the newest share of the tokens', () => {
    expect(recentIn(preservationZone(ten, { share: 0.3, messages: 0 }))).toEqual([7, 8, 9])
    expect(recentIn(preservationZone(ten, { share: 0, messages: 0 }))).toEqual([])
    expect(recentIn(preservationZone(ten, { share: 1, messages: 0 }))).toHaveLength(10)
  })

  it('never holds fewer messages than asked for', () => {
    expect(recentIn(preservationZone(ten, { share: 0.3, messages: 6 }))).toEqual([4, 5, 6, 7, 8, 9])
    expect(recentIn(preservationZone(ten, { share: 0, messages: 99 }))).toHaveLength(10)
  })

  it('never parts a call from its results', () => {
    const call = (message: number) => measured({ message, tokens: 10, type: 'toolCall', role: 'assistant' })
    const result = (message: number, of: number) =>
      measured({ message, tokens: 400, type: 'toolResult', role: 'tool', facts: { call: of } })
    const blocks = [measured({ message: 0, tokens: 1000 }), call(1), result(2, 1), result(3, 1), result(4, 1)]
    expect(recentIn(preservationZone(blocks, { share: 0.3, messages: 1 }))).toEqual([1, 2, 3, 4])
    expect(recentIn(preservationZone(blocks, { share: 0.3, messages: 0 }))).toEqual([])
  })

  it('holds the file being edited, active results and recent decisions, newest first, within its share', () => {
    const blocks = [
      measured({ message: 0, tokens: 100, type: 'toolResult', facts: { type: 'file', isEdited: true } }),
      measured({ message: 1, tokens: 100, type: 'toolResult', facts: { hours: 4 / 60 } }),
      measured({ message: 2, tokens: 100, type: 'toolResult', facts: { hours: 6 / 60 } }),
      measured({ message: 3, tokens: 100, facts: { hours: 0.5, hasDecision: true } }),
      measured({ message: 4, tokens: 100, facts: { hours: 5, hasDecision: true } }),
      measured({ message: 5, tokens: 500 }),
    ]
    const zone = preservationZone(blocks, { share: 0.8, messages: 0 })
    expect(zone.slice(0, 5)).toEqual([
      'file being edited',
      'active tool result',
      undefined,
      'recent decision',
      undefined,
    ])
    const narrow = preservationZone(blocks, { share: 0.25, messages: 0 })
    expect(narrow.slice(0, 5)).toEqual([undefined, undefined, undefined, 'recent decision', undefined])
  })

  it('cuts only where it may, and takes no more than its share beyond what was asked for', () => {
    const steps = fc.array(
      fc.record({ results: fc.nat({ max: 3 }), tokens: fc.integer({ min: 1, max: 500 }) }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(
        steps,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat({ max: 8 }),
        (all, share, messages) => {
          const blocks: Measured[] = []
          for (const { results, tokens } of all) {
            const call = (blocks.at(-1)?.message ?? -1) + 1
            blocks.push(measured({ message: call, tokens, type: results > 0 ? 'toolCall' : 'text' }))
            for (let at = 1; at <= results; at += 1)
              blocks.push(measured({ message: call + at, tokens, type: 'toolResult', facts: { call } }))
          }
          const zone = preservationZone(blocks, { share, messages })
          const start = zone.indexOf('recent')
          const from = start < 0 ? blocks.length : start
          expect(zone.slice(from).every(reason => reason === 'recent')).toBe(true)
          expect(blocks.length - from).toBeGreaterThanOrEqual(Math.min(messages, blocks.length))
          for (const block of blocks.slice(from))
            expect(partitionFacts(block)?.call ?? from).toBeGreaterThanOrEqual(from)
          const sum = (some: readonly Measured[]): number =>
            some.reduce((total, { tokens }) => total + tokens, 0)
          const asked = preservationZone(blocks, { share: 0, messages }).indexOf('recent')
          const most = Math.max(share * sum(blocks), asked < 0 ? 0 : sum(blocks.slice(asked)))
          expect(sum(blocks.slice(from))).toBeLessThanOrEqual(most + 1e-6)
        },
      ),
    )
  })
})
