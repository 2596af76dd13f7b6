import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestLines, withoutAddedLines } from '../../src/reduce/newest-lines.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'

const counter = exactCounter()
const shown = (...texts: string[]) =>
  texts.map((text, number) => ({
    number,
    message: { role: 'user', blocks: [{ type: 'text', text, media: 'text' }] } satisfies Message as Message,
  }))

describe('the newest lines', () => {
  it('say whose they are, the newest last', () => {
    expect(newestLines(shown('one\ntwo', 'three'), 100, counter)).toBe(
      '[The end of them; "…" marks what is left out]\n#0 user: one\ntwo\n#1 user: three',
    )
  })

  it('fit the room, and use it', () => {
    const texts = Array.from({ length: 50 }, (_, at) => `Message ${at} says ${'something long '.repeat(at)}`)
    for (let room = 40; room < 1200; room += 97) {
      const tokens = counter.count(`\n${newestLines(shown(...texts), room, counter)}`)
      expect(tokens).toBeLessThanOrEqual(room)
      expect(tokens).toBeGreaterThan(room - 8)
    }
  })

  it('never cost more than the room, nor break a character, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 200 }),
        (texts, room) => {
          const lines = newestLines(shown(...texts), room, counter)
          if (lines === undefined) return
          expect(counter.count(`\n${lines}`)).toBeLessThanOrEqual(room)
          expect(lines.isWellFormed()).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('can be taken off again', () => {
    const lines = newestLines(shown('one', 'two'), 100, counter)
    expect(withoutAddedLines(`# Ledger\nrow\n${lines}`)).toBe('# Ledger\nrow')
    expect(withoutAddedLines('# Ledger\nrow')).toBe('# Ledger\nrow')
  })
})
