import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceOutput } from '../../../src/reduce/shorten-output/reduce-output.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { longOutput } from '../../session/growing-history.ts'

const counter = exactCounter()

describe('a shortened tool output', () => {
  it('stays as it is where it is small', () => {
    expect(reduceOutput({ text: 'fine' })).toBeUndefined()
    expect(reduceOutput({ text: longOutput(100) }, { maxTokens: 1e6 })).toBeUndefined()
  })

  it('keeps errors, outcome, beginning and end, and counts what it leaves out', () => {
    const text = `${longOutput(900)}\nTests: 2 failed, 40 passed`
    const reduced = reduceOutput({ text, command: 'npm test', exitCode: 1 }, { maxTokens: 400 })
    const lines = reduced?.text.split('\n') ?? []
    expect(lines[0]).toBe('[exit code 1]')
    expect(lines[1]).toMatch(
      /^\[Shortened: \d+ of 901 lines shown, \d+ tokens in all, stored: db_[0-9a-f]{12}\]$/,
    )
    expect(lines).toContain(text.split('\n')[0])
    expect(lines).toContain('src/app.ts:12:7 - error TS2345: Argument of type string is not assignable.')
    expect(lines.at(-1)).toBe('Tests: 2 failed, 40 passed')
    const shown = lines.filter(line => text.split('\n').includes(line)).length
    const missing = lines.flatMap(line => Number(/^\[… (\d+) lines?\]$/.exec(line)?.[1] ?? 0))
    expect(shown + missing.reduce((sum, count) => sum + count, 0)).toBe(901)
    expect(reduced?.text).toContain(`[Shortened: ${shown} of 901 lines shown`)
  })

  it('names the handle that it was given', () => {
    const reduced = reduceOutput({ text: longOutput(400) }, { maxTokens: 200, handle: 'db_0123456789abcdef' })
    expect(handlesIn(reduced?.text ?? '')).toEqual(['db_0123456789abcdef'])
  })

  it('says success of nothing', () => {
    const reduced = reduceOutput({ text: longOutput(400), exitCode: 0 }, { maxTokens: 200 })
    expect(reduced?.text.startsWith('[Shortened: ')).toBe(true)
  })

  it('speaks of the lines that a terminal shows where others were written', () => {
    const text = Array.from({ length: 300 }, (_, line) => `\u001b[32mpassed\u001b[0m case ${line * 37}`).join(
      '\n',
    )
    expect(reduceOutput({ text }, { maxTokens: 200 })?.text).toContain('of 300 lines shown as on a terminal')
  })

  it('fits, is smaller, shows only what was there, and can be brought back, whatever the text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        '',
        'ERROR: no such file',
        '  at run (src/a.ts:3:7)',
        '{"a": [1, 2]}',
        'PASS test/a.test.ts',
        '+ added',
        '\u001b[1mbold\u001b[0m',
        'x'.repeat(900),
      ),
    )
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 30, maxLength: 200 }),
        fc.integer({ min: 40, max: 600 }),
        (lines, maxTokens) => {
          const text = lines.join('\n')
          const reduced = reduceOutput({ text }, { maxTokens })
          if (reduced === undefined) return
          expect(counter.count(reduced.text)).toBe(reduced.tokensAfter)
          expect(reduced.tokensAfter).toBeLessThanOrEqual(maxTokens)
          expect(reduced.tokensAfter).toBeLessThan(reduced.tokensBefore)
          expect(reduced.original.text).toBe(text)
          expect(handlesIn(reduced.text)).toContain(reduced.handle)
          expect(reduceOutput({ text }, { maxTokens })).toEqual(reduced)
        },
      ),
      { numRuns: 60 },
    )
  })
})
