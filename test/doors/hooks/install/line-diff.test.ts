import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from '../../../../src/doors/cli/hook/describe-change.ts'

describe('a difference for people', () => {
  it('shows what changes with a little around it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
    expect(lineDiff(before, before.replace('f', 'F\nG'))).toBe('  c\n  d\n  e\n- f\n+ F\n+ G\n  g\n  h')
  })

  it('skips what is far from a change, once', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index}`)
    expect(lineDiff(lines.join('\n'), ['x', ...lines, 'y'].join('\n'))).toBe(
      '+ x\n  0\n  1\n  2\n  …\n  27\n  28\n  29\n+ y',
    )
  })

  it('names every line that goes and every line that comes', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const shown = lineDiff(before.join('\n'), after.join('\n')).split('\n')
        const count = (sign: string) => shown.filter(line => line.startsWith(`${sign} `)).length
        expect(count('+') - count('-')).toBe(after.length - before.length)
        if (before.join() === after.join()) expect(shown).toEqual([''])
      }),
    )
  })
})
