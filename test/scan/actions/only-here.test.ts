import { describe, expect, it } from 'vitest'
import { onlyHere } from '../../../src/scan/actions/only-here.ts'

/** The positions of the lines that only the first side has. */
function places(lines: readonly string[], others: readonly string[]): readonly number[] {
  const keyOf = ({ text }: { readonly text: string }): string => text
  const at = (line: string, place: number) => ({ text: line, place })
  return onlyHere(lines.map(at), others.map(at), keyOf).map(({ place }) => place)
}

const load = ['load() {', 'read()', '}']
const save = ['save() {', 'write()', '}']
const close = ['close() {', 'end()', '}']

describe('lines that only one side has', () => {
  it('are those that are new or there once more', () => {
    expect(places(['a', 'b', 'a'], ['b'])).toEqual([0, 2])
    expect(places(['a', 'a'], ['a'])).toEqual([1])
    expect(places(['a'], ['a', 'a'])).toEqual([])
  })

  it('are together', () => {
    expect(places([...load, ...save, ...close], [...load, ...close])).toEqual([3, 4, 5])
    expect(places([...save, ...load, ...close], [...load, ...close])).toEqual([0, 1, 2])
    expect(places([...load, ...close, ...save], [...load, ...close])).toEqual([6, 7, 8])
    const check = ['if (failed) {', 'return', '}']
    const before = ['const a = read()', ...check, 'const b = parse(a)', ...check]
    const after = [
      'const a = read()',
      ...check,
      'const c = filter(a)',
      'if (failed) {',
      'throw c',
      '}',
      'const b = parse(c)',
      ...check,
    ]
    expect(places(after, before)).toEqual([4, 5, 6, 7, 8])
  })

  it('begin with what belongs to the lines below', () => {
    const test = (name: string) => ['@Test', `void ${name}() {`, `assert(${name})`, '}']
    expect(places([...test('a'), ...test('b'), ...test('c')], [...test('a'), ...test('c')])).toEqual([
      4, 5, 6, 7,
    ])
  })
})
