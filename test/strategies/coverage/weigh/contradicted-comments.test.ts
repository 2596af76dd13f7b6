import { describe, expect, it } from 'vitest'
import { bitsOf } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { contradictedComments } from '../../../../src/strategies/coverage/weigh/contradicted-comments.ts'

const facts = {
  isRule: false,
  isUninformative: false,
  isOutline: false,
  isSignature: false,
  isOutcome: false,
  isCode: true,
  value: 'plain',
} as const

function factorsOf(
  texts: readonly string[],
  { author = 'calls' as 'calls' | 'tools' | 'words', sections = texts.map(() => 0) } = {},
): readonly number[] {
  const candidates = {
    texts: [...texts],
    bits: Int32Array.from(texts, () => bitsOf({ ...facts, author })),
    sections: Int32Array.from(sections),
    length: texts.length,
  }
  return Array.from(contradictedComments({ candidates }))
}

const stale = [
  '// install writes the hooks.',
  '// Returns how many were installed (1 file for all events).',
  'func install(isForced bool) (int, error) {',
  '\tif isInstalled() {',
  '\t\treturn 0, nil',
  '\t}',
  '\treturn 5, nil',
  '}',
]

describe('a comment that says what is returned', () => {
  it('is worth nothing where its definition returns other numbers', () => {
    expect(factorsOf(stale)).toEqual([1, 0, 1, 1, 1, 1, 1, 1])
    expect(factorsOf(stale, { author: 'tools' })[1]).toBe(0)
  })

  it.each([
    ['a return says the same', stale.map(line => line.replace('return 5', 'return 1'))],
    ['no number is returned', stale.map(line => line.replace(/return \d/, 'return count'))],
    [
      'something else than a number may be returned',
      stale.map(line => line.replace('return 5', 'return count')),
    ],
    ['it names no number', stale.map(line => line.replace('1 file', 'one file'))],
    ['it speaks of something else', stale.map(line => line.replace('Returns', 'Counts'))],
    ['the numbers are part of others', stale.map(line => line.replace('return 5', 'return 1.5'))],
  ])('is worth as much as any where %s', (_, lines) => {
    const factors = factorsOf(lines)
    expect(factors.every(factor => factor === 1)).toBe(true)
  })

  it('is not held against the definition after its own, nor against another file', () => {
    const next = ['// Returns 3 rows.', 'def rows():', '    return table[:3]', 'def size():', '    return 7']
    expect(factorsOf(next)[0]).toBe(1)
    expect(
      factorsOf(['// Returns 3.', 'function a() {', '  return 7', '}'], { sections: [0, 1, 1, 1] })[0],
    ).toBe(1)
  })

  it('is read below a head over several lines', () => {
    const head = ['// Returns 3.', 'function size(', '  rows: Rows,', '): number {', '  return 7', '}']
    expect(factorsOf(head)[0]).toBe(0)
  })

  it('is left to what people say in words', () => {
    expect(factorsOf(stale, { author: 'words' })[1]).toBe(1)
  })
})
