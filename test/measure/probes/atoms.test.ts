import { describe, expect, it } from 'vitest'
import { atomsIn, eachAtom, holds, indexOfAtom } from '../../../src/measure/probes/atoms.ts'

describe('atomsIn', () => {
  it.each([
    ['see https://example.org/a/b?x=1#top now', { 'https://example.org/a/b': 'url' }],
    ['fixed in #1234, not in # 12', { '#1234': 'issue' }],
    ['open src/plan/cover.ts:12', { 'src/plan/cover.ts': 'path', 'cover.ts': 'file' }],
    ['run /usr/local/bin/node.', { '/usr/local/bin/node': 'path' }],
    ['edit README.md and e.g. console.info', { 'README.md': 'file' }],
    [
      'parseArgs ParseArgs parse_args MAX_SIZE Parse parse',
      {
        parseArgs: 'identifier',
        ParseArgs: 'identifier',
        parse_args: 'identifier',
        MAX_SIZE: 'identifier',
      },
    ],
    ['12 123 4567', { 123: 'number', 4567: 'number' }],
    [
      'commit 9f1c2ab and deadbeef and 123456789012345678901',
      { '9f1c2ab': 'hash', '123456789012345678901': 'hash' },
    ],
    ['3rd 8px v2', {}],
    ['--config=a/b.json', { 'a/b.json': 'path', 'b.json': 'file' }],
    ['and/or 1/2 //', { 'and/or': 'path' }],
  ])('finds in %j', (text, atoms) => {
    expect(Object.fromEntries(atomsIn(text))).toEqual(atoms)
  })

  it('says where each is', () => {
    const text = 'x in src/app.ts, then parseArgs'
    for (const { atom, at } of eachAtom(text)) expect(text.slice(at, at + atom.length)).toBe(atom)
    expect([...eachAtom(text)].map(({ atom }) => atom)).toEqual(['src/app.ts', 'app.ts', 'parseArgs'])
  })

  it('leaves runs alone that no name is as long as', () => {
    expect(atomsIn(`a/${'b'.repeat(400)}`).size).toBe(0)
    expect(atomsIn(`a/${'bc'.repeat(100)}`).size).toBe(1)
  })
})

describe('holds', () => {
  it.each([
    ['call parse now', 'parse', true],
    ['call parser now', 'parse', false],
    ['reparse', 'parse', false],
    ['x_parse', 'parse', false],
    ['128', '12', false],
    ['/home/me/src/a.ts', 'src/a.ts', true],
    ['(#12)', '#12', true],
    [', ', '', false],
    ['#123', '#12', false],
    ['parser parse', 'parse', true],
    ['', 'parse', false],
  ])('%j holds %j: %j', (text, atom, expected) => {
    expect(holds(text, atom)).toBe(expected)
  })

  it('goes on after a part of a longer name', () => {
    expect(indexOfAtom('parser parse parse', 'parse', 0)).toBe(7)
    expect(indexOfAtom('parser parse parse', 'parse', 8)).toBe(13)
  })
})
