import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { search } from '../../../src/reduce/content/search.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell } from './output-laws.ts'
import { shown } from './text-laws.ts'

const rg = { ...shell, command: 'cd app && rg -n load src' }
const found = [
  'rg: tests: No such file or directory (os error 2)',
  'src/load.ts:3:export function load(path: string): Config {',
  'src/load.ts:9:  return load(join(path, name))',
  'src/load.ts:40:// load errors are kept',
  'src/main.ts:7:load()',
  '',
].join('\n')

/** With what is left out first. */
const all = (text: string): readonly string[] =>
  obeysLaws(search, text, rg).map(({ value, text: said }) => `${value} ${said.trimEnd()}`)

describe('search', () => {
  it.each([
    [found, rg, true],
    [found, shell, true],
    ['src/a.ts:1:x\nthen much else\nfollows\nover lines', shell, false],
    ['src/a.ts:1:x\nsrc/a.ts:2:y\nsrc/b.ts:9:z', shell, true],
    ['src/a.ts:x = 1\nsrc/b.ts:y', { ...shell, command: 'grep -r x src' }, true],
    ['src/a.ts\n1:x\n4:y\n\nsrc/b.ts\n9:z', { ...shell, command: 'rg --heading x' }, true],
    ['src/a.ts:1:x', { ...shell, tool: 'Grep' }, true],
    ['src/a.ts-1-a\nsrc/a.ts-2-b\nsrc/a.ts-3-c\nsrc/a.ts:4:x', { ...shell, tool: 'Grep' }, true],
    ['All is well: 3: see below\nnothing', rg, false],
    ['', rg, false],
  ])('knows %j', (text, source, expected) => {
    expect(search.fits(new SourcedText(text, source))).toBe(expected)
  })

  it('counts in all and by file, and says a path once', () => {
    expect(shown(obeysLaws(search, found, rg))).toEqual([
      'key 4 matching lines in 2 files',
      'key rg: tests: No such file or directory (os error 2)',
      'useful src/load.ts: 3 matches',
      'useful 3: export function load(path: string): Config {',
      'plain 9: return load(join(path, name))',
      'plain 40: // load errors are kept',
      'plain src/main.ts:7:load()',
    ])
  })

  it('shows the fields of a type that was looked for, without its comments and what is inside them', () => {
    const text = [
      'src/fare.go:20:type Fare struct {',
      'src/fare.go-21-\t// Price is in cents',
      'src/fare.go-22-\tPrice int `json:"price"`',
      'src/fare.go-23-\tStops []struct {',
      'src/fare.go-24-\t\tName string',
      'src/fare.go-25-\t}',
      'src/fare.go-26-\tLine string',
      'src/fare.go-27-}',
      'src/fare.go-28-',
      'src/fare.go-29-func (f Fare) Total() int {',
      'src/fare.go-30-\treturn f.Price',
      'src/fare.go-31-}',
      'src/fare.go-32-',
    ].join('\n')
    expect(shown(obeysLaws(search, text, rg)).filter(line => !line.startsWith('noise'))).toEqual([
      'useful src/fare.go: 1 match',
      'useful 20: type Fare struct {',
      'plain 22- Price int `json:"price"`',
      'plain 23- Stops []struct {',
      'plain 26- Line string',
    ])
  })

  it('counts below what another command printed before the search', () => {
    const text = `fares.md\nplaces.md\nroutes.md\n---\n${found}`
    expect(shown(obeysLaws(search, text, rg)).slice(0, 6)).toEqual([
      'plain fares.md',
      'plain places.md',
      'plain routes.md',
      'plain ---',
      'key rg: tests: No such file or directory (os error 2)',
      'key 4 matching lines in 2 files',
    ])
  })

  it('shows a text that many files have once', () => {
    const files = ['a', 'b', 'c', 'd']
    const text = [
      ...files.map(name => `src/${name}.ts:2:import { load } from './load.ts'`),
      'src/e.ts:9:load()',
    ]
    expect(shown(obeysLaws(search, text.join('\n'), rg))).toEqual([
      'key 5 matching lines in 5 files',
      "plain src/a.ts:2: import { load } from './load.ts' (4 such lines in 4 files)",
      'plain src/b.ts:2',
      'plain src/c.ts:2',
      'plain src/d.ts:2',
      'plain src/e.ts:9:load()',
    ])
  })

  it('shows the places of a text only with the text, also where its first file has other hits', () => {
    const same = "import { load } from './load.ts'"
    const text = [
      `src/a.ts:2:${same}`,
      'src/a.ts:7:load()',
      ...['b', 'c', 'd'].map(name => `src/${name}.ts:2:${same}`),
    ]
    const pieces = obeysLaws(search, text.join('\n'), rg)
    expect(shown(pieces)).toEqual([
      'key 5 matching lines in 4 files',
      'useful src/a.ts: 2 matches',
      `plain 2: ${same} (4 such lines in 4 files)`,
      'plain 7: load()',
      'plain src/b.ts:2',
      'plain src/c.ts:2',
      'plain src/d.ts:2',
    ])
    expect(pieces.slice(-3).map(({ under }) => under)).toEqual([2, 2, 2])
  })

  it('names the folder of a text that more files have, whose places come last', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const lines = files.map(name => `src/io/${name}.ts:2:import { load } from './load.ts'`)
    expect(all(lines.join('\n')).slice(0, 3)).toEqual([
      'key 7 matching lines in 7 files',
      "plain src/io/a.ts:2: import { load } from './load.ts' (7 such lines in 7 files below src/io/)",
      'noise src/io/b.ts:2',
    ])
  })

  it('says in how many files the lines of a repeated text are', () => {
    const oven = (name: string, ...numbers: number[]): string[] =>
      numbers.map(number => `${name}.py:${number}:oven.preheat()`)
    const countIn = (lines: readonly string[]): string | undefined =>
      all(lines.join('\n')).find(piece => piece.includes('such lines'))
    expect(countIn([...oven('a', 1, 2, 3), ...oven('b', 4), 'c.py:1:x'])).toBe(
      'plain 1: oven.preheat() (4 such lines in 2 files)',
    )
    expect(countIn(oven('a', 1, 2, 3, 4))).toBe('plain 1: oven.preheat() (4 such lines)')
  })

  it('takes a line that the tool cut into for no hit, and says that there may be more hits', () => {
    const text =
      'a.py:1:knead()\na.py:2:rest()\na.py:3:roll…812 tokens truncated…bake()\nb.py:9:knead()\nc.py:1:rest()\nc.py:2:bake()'
    expect(all(text).filter(piece => /truncated|match/.test(piece))).toEqual([
      'key at least 5 matching lines in 3 files',
      'useful a.py: at least 2 matches',
      'noise a.py:3:roll…812 tokens truncated…bake()',
      'useful c.py: 2 matches',
    ])
  })

  it('distinguishes lines around a hit from hits', () => {
    const text = 'a-1.ts-4-before\na-1.ts:5:hit\na-1.ts-6-after\n--\na-1.ts:9:hit'
    expect(all(text)).toEqual([
      'key a-1.ts: 2 matches at 5, 9',
      'plain 4- before',
      'plain 5: hit',
      'plain 6- after',
      'noise --',
      'plain 9: hit',
    ])
    const more = Array.from({ length: 20 }, (_, at) => `a-1.ts:${at + 20}:hit`).join('\n')
    expect(all(`${text}\n${more}`).slice(2, 5)).toEqual(['noise 4- before', 'plain 5: hit', 'noise 6- after'])
  })

  it('knows a line around a hit by the end of its path', () => {
    const text = 'src/a.ts:5:hit\n/home/me/app/src/a.ts-6-after\n/home/me/app/src/a.ts-7-\nsrc/a.ts-8-last'
    expect(all(text)).toEqual([
      'useful src/a.ts: 1 match',
      'plain 5: hit',
      'plain 6- after',
      'noise 7-',
      'plain 8- last',
    ])
  })

  it('reads hits under the name of their file', () => {
    const text = 'src/a.ts\n1:x\n4:y\n\nsrc/b.ts\n9:z'
    expect(shown(obeysLaws(search, text, rg)).slice(0, 3)).toEqual([
      'key 3 matching lines: src/a.ts:1, 4; src/b.ts:9',
      'plain src/a.ts',
      'useful src/a.ts: 2 matches',
    ])
  })

  it('cuts a long hit and says how long it is', () => {
    const text = `a.ts:1:${'x'.repeat(5000)}\na.ts:2:y`
    expect(obeysLaws(search, text, rg)[1]?.text).toBe(`1: ${'x'.repeat(400)}… (5000 characters)`)
  })

  it('obeys the laws on any lines', () => {
    fc.assert(
      fc.property(
        outputOf([
          ...found.split('\n'),
          'src/load.ts-4-x',
          '--',
          '12:x',
          'C:\\a.ts:3:x',
          'main:src/a.ts:3:x',
        ]),
        text => void obeysLaws(search, text, rg),
      ),
    )
  })

  it('ends on hostile input', () => {
    for (const text of hostile) expect(search.pieces(text, rg).length).toBeGreaterThan(0)
  })
})
