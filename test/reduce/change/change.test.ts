import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeText, shownLines } from '../../../src/reduce/change.ts'
import { isMarked, referenceIn } from '../../../src/scan/marker.ts'
import { linesOf } from './read-change.ts'

const handle = 'db_3f9a2c71d04b'
const numbers = (from: number, lines: readonly string[]): string =>
  lines.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n')
const file = Array.from({ length: 12 }, (_, at) => `  const value${at} = ${at * at}`)

describe('a change that is shown', () => {
  it('is one line where nothing changed', () => {
    expect(changeText('a\nb\nc', 'a\nb\nc', 'call_1', handle)).toBe(
      `[Same as call_1 above, unchanged, stored: ${handle}]`,
    )
  })

  it('is what came and what went, by lines of the output', () => {
    const before = ['worker 1: ok', 'worker 2: ok', 'worker 3: ok', 'total: 27 jobs']
    expect(changeText(before.join('\n'), before.with(3, 'total: 31 jobs').join('\n'), 'call_1', handle)).toBe(
      [
        `[Same as call_1 above, but for the changes below, stored: ${handle}]`,
        '@@ -4 +4 @@',
        '-total: 27 jobs',
        '+total: 31 jobs',
      ].join('\n'),
    )
  })

  it('goes by the numbers of a file, which all move where a line comes in', () => {
    const changed = file.toSpliced(3, 0, '  // squares').with(9, '  const value8 = 0')
    expect(changeText(numbers(101, file), numbers(101, changed), 'call_1', handle)).toBe(
      [
        `[Same as call_1 above, but for the changes below, stored: ${handle}]`,
        '@@ -103,0 +104 @@',
        '+  // squares',
        '@@ -109 +110 @@',
        '-  const value8 = 64',
        '+  const value8 = 0',
      ].join('\n'),
    )
  })

  it('says which part of a file is shown again, and does not call the rest deleted', () => {
    const part = numbers(4, file.slice(3, 9))
    expect(changeText(numbers(1, file), part, 'call_1', handle)).toBe(
      `[Same as lines 4-9 of call_1 above, unchanged, stored: ${handle}]`,
    )
  })

  it('names no handle where the view shall have none', () => {
    const shown = changeText('a\nb\nc', 'a\nb\nc', 'call_1', '')
    expect(shown).toBe('[Same as call_1 above, unchanged]')
    expect(isMarked(shown ?? '')).toBe(true)
  })

  it('is known by what it refers to', () => {
    for (const after of ['a\nb\nc\nd', 'a\nx\nc\nd', 'b\nc'])
      expect(referenceIn(changeText('a\nb\nc\nd', after, 'msg above, 1', handle) ?? '')).toBe('msg above, 1')
  })

  it('is not shown of texts that have little in common, or that are numbered in another way', () => {
    expect(changeText('a\nb\nc', 'x\ny\nc', 'call_1', handle)).toBeUndefined()
    expect(changeText('', 'x', 'call_1', handle)).toBeUndefined()
    expect(
      changeText(numbers(1, file), numbers(1, file).replaceAll('→', '\t'), 'call_1', handle),
    ).toBeUndefined()
    expect(changeText(numbers(1, file), file.join('\n'), 'call_1', handle)).toBeUndefined()
  })

  it('describes any text completely for a reader of the other', () => {
    const line = fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      '-a',
      '+b',
      '@@ -1 +1 @@',
      '',
      '    7→x',
      '    8→y',
      '9\tz',
    )
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map(lines => lines.join('\n'))
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.array(line, { maxLength: 2 }))
    let shown = 0
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 3 }), (base, edits) => {
        const after = edits
          .reduce(
            (lines, [at, gone, came]) => lines.toSpliced(at % lines.length, gone, ...came),
            base.split('\n'),
          )
          .join('\n')
        const change = changeText(base, after, 'call_1', handle)
        if (change === undefined) return
        shown += 1
        expect(linesOf(change, base)).toEqual(shownLines(after).lines)
      }),
      { numRuns: 500 },
    )
    expect(shown).toBeGreaterThan(100)
  })
})
