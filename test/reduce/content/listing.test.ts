import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listing } from '../../../src/reduce/content/listing.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell } from './output-laws.ts'
import { shown } from './text-laws.ts'

const find = { ...shell, command: 'find . -type f | sort' }
const paths = [
  'src/a.ts',
  'src/b.ts',
  'src/c.md',
  'src/deep/d.ts',
  'node_modules/x/index.js',
  'node_modules/x/package.json',
  'readme.md',
]
const long = [
  'total 24',
  'drwxr-xr-x  5 mira staff   160 Mar 25 00:33 .',
  'drwxrwxr-x 21 mira staff   672 Mar 25 00:30 ..',
  '-rw-r--r--  1 mira staff    41 Mar 25 00:24 notes.md',
  '-rwxr-xr-x@ 1 mira staff  1200 Mar  5 2025 run me',
  'drwxr-x---  2 mira staff    64 Mar 25 00:32 logs',
]
const tree = ['.', '├── src', '│   ├── a.ts', '│   └── b.ts', '└── readme.md', '', '1 directory, 3 files']

describe('listing', () => {
  it.each([
    [paths.join('\n'), find, true],
    [paths.slice(0, 4).join('\n'), shell, true],
    [long.join('\n'), shell, true],
    [tree.join('\n'), shell, true],
    ['a.ts\nb.ts', { ...shell, tool: 'Glob' }, true],
    ['src/a.ts\nsrc/b.ts', { ...shell, command: 'rg -l x' }, true],
    ['All is well.\nNothing happened: see below, please.', find, false],
    ['const a = 1\nconst b = 2\nconst c = 3\nconst d = 4', shell, false],
    ['', find, false],
  ])('knows %j', (text, source, expected) => {
    expect(listing.fits(new SourcedText(text, source))).toBe(expected)
  })

  it('counts paths by kind and folder, and says a folder once', () => {
    expect(shown(obeysLaws(listing, paths.join('\n'), find))).toEqual([
      'key 7 paths: 3 .ts, 2 .md, 1 .js, 1 .json; 3 src/, 2 node_modules/x/, 1 ./, 1 src/deep/',
      'plain src/: a.ts  b.ts  c.md',
      'plain src/deep/d.ts',
      'plain readme.md',
    ])
  })

  it('says that a listing which the tool cut has more', () => {
    const text = [...paths, '[12 lines truncated]'].join('\n')
    expect(shown(obeysLaws(listing, text, find))[0]).toMatch(/^key at least \d+ paths/)
    const entries = [...long, '[12 lines truncated]'].join('\n')
    expect(shown(obeysLaws(listing, entries, shell))).toContainEqual(
      expect.stringMatching(/^key at least \d+ entries/),
    )
  })

  it('shows all names of a folder together, or says how many of them it shows', () => {
    const words = 'oven flour sugar salt eggs milk oil yeast water rye bran malt seed honey'.split(' ')
    const files = words.map(name => `pantry/${name}.md`)
    const few = shown(obeysLaws(listing, files.slice(0, 10).join('\n'), find)).slice(1)
    expect(few).toEqual([
      `plain pantry/: ${words
        .slice(0, 10)
        .map(name => `${name}.md`)
        .join('  ')}`,
    ])
    expect(shown(obeysLaws(listing, files.join('\n'), find)).slice(1)).toEqual([
      'useful pantry/: 14',
      'plain oven.md  flour.md  sugar.md  salt.md  eggs.md  milk.md  oil.md  yeast.md (8 of 14)',
      'plain water.md  rye.md  bran.md  malt.md  seed.md  honey.md (6 of 14)',
    ])
  })

  it('names folders of one file each without a count', () => {
    const tasks = ['a', 'b', 'c', 'd'].map(name => `specs/${name}/tasks.md`)
    expect(shown(obeysLaws(listing, tasks.join('\n'), find))[0]).toBe(
      'key 4 paths in specs/; one each in a/, b/, c/, d/',
    )
  })

  it('counts names that differ only in an id or a number', () => {
    const entry = (name: string) => `-rw-r--r--  1 mira staff    41 Mar 25 00:24 ${name}`
    const logs = Array.from({ length: 9 }, (_, at) => `agent-a01555${at}.jsonl`)
    expect(shown(obeysLaws(listing, [...logs, 'notes.md'].map(entry).join('\n'), shell))).toEqual([
      'key 10 entries: 10 files, 410 bytes, 0 folders',
      'useful 9 agent-*.jsonl',
      'plain notes.md 41 Mar 25 00:24',
    ])
    const parts = Array.from({ length: 16 }, (_, at) => `docs/chapter-${at}.md`)
    expect(shown(obeysLaws(listing, [...parts, 'docs/index.md'].join('\n'), find))).toEqual([
      'key 17 paths in docs/',
      'useful docs/: 17',
      'useful 16 chapter-*.md',
      'plain index.md (1 of 17)',
    ])
  })

  it('leaves out of a long list what every line has', () => {
    expect(shown(obeysLaws(listing, long.join('\n'), shell))).toEqual([
      'key 3 entries: 2 files, 1241 bytes, 1 folder',
      'plain notes.md 41 Mar 25 00:24',
      'plain run me* 1200 Mar 5 2025',
      'useful logs/ Mar 25 00:32',
    ])
  })

  it('keeps folders of a tree before files, and its total', () => {
    expect(shown(obeysLaws(listing, tree.join('\n'), shell))).toEqual([
      'useful .',
      'useful ├── src',
      'plain │   ├── a.ts',
      'plain │   └── b.ts',
      'plain └── readme.md',
      'key 1 directory, 3 files',
    ])
  })

  it('keeps what the program complained of', () => {
    const text = ["find: './x': Permission denied", ...paths].join('\n')
    expect(shown(obeysLaws(listing, text, find))[0]).toBe("key find: './x': Permission denied")
  })

  it('obeys the laws on any lines', () => {
    fc.assert(
      fc.property(outputOf([...paths, ...long, ...tree]), text => void obeysLaws(listing, text, find)),
    )
  })

  it('ends on hostile input', () => {
    for (const text of [...hostile, '│   '.repeat(100_000), '| '.repeat(200_000), 'a/b\n'.repeat(100_000)])
      expect(listing.pieces(text, find).length).toBeGreaterThan(0)
  })
})
