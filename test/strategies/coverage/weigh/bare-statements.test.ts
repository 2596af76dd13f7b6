import { describe, expect, it } from 'vitest'
import { bitsOf } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { bareStatements } from '../../../../src/strategies/coverage/weigh/bare-statements.ts'

/** Whether a line of a section is worth little. */
function isLow(
  text: string,
  { lines = 20, isCode = true, author = 'calls' as 'calls' | 'words' } = {},
): boolean {
  const facts = {
    isRule: false,
    isUninformative: false,
    isOutline: false,
    isSignature: false,
    isOutcome: false,
  }
  const candidates = {
    texts: [text],
    bits: Int32Array.of(bitsOf({ ...facts, isCode, value: 'plain', author })),
    sections: Int32Array.of(0),
    length: 1,
  }
  return (bareStatements({ candidates }, [lines])[0] as number) < 1
}

describe('a statement', () => {
  it.each([
    'for i < len(lines) {',
    '\treturn result, nil',
    '    lines = append(lines, line)',
    '  } else if (ready) {',
    'if output.Err != nil {',
    'index += 1',
    'row, ok := rows[key]',
    'stdout.reset()',
  ])('is worth little where it names nothing: %s', text => {
    expect(isLow(text)).toBe(true)
  })

  it.each([
    'return readRows(path)',
    'if max_rows > limit {',
    'limit = 30',
    'return "not found"',
    'Deleted bool',
    'size: number;',
    'state.Path = "/some/other/place"',
  ])('keeps its worth where it names something: %s', text => {
    expect(isLow(text)).toBe(false)
  })

  it('keeps its worth in a short text, in prose and where it is no statement of a program', () => {
    expect(isLow('return result', { lines: 4 })).toBe(false)
    expect(isLow('return result', { author: 'words' })).toBe(false)
    expect(isLow('return result', { isCode: false })).toBe(false)
  })
})
