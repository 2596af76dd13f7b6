import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/reduce/content/diff.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell } from './output-laws.ts'
import { shown } from './text-laws.ts'

const source = { ...shell, command: 'git diff' }
const change = [
  'diff --git a/src/a.ts b/src/a.ts',
  'index 1a2b3c4..5d6e7f8 100644',
  '--- a/src/a.ts',
  '+++ b/src/a.ts',
  '@@ -1,3 +1,4 @@ export function a() {',
  ' const x = 1',
  '--- not a file: a line of SQL, removed',
  '+const y = 2',
  '+const z = 3',
  ' return x',
]
const renamed = [
  'diff --git a/old.ts b/new.ts',
  'similarity index 100%',
  'rename from old.ts',
  'rename to new.ts',
]
const binary = [
  'diff --git a/logo.png b/logo.png',
  'new file mode 100644',
  'Binary files /dev/null and b/logo.png differ',
]
const lock = [
  'diff --git a/package-lock.json b/package-lock.json',
  '--- a/package-lock.json',
  '+++ b/package-lock.json',
  '@@ -1,2 +1,3 @@',
  ' {',
  '-  "version": "1.0.0",',
  '+  "version": "1.1.0",',
  '+  "lockfileVersion": 3,',
]
const patch = [
  '*** Begin Patch',
  '*** Update File: src/b.py',
  '@@ def main():',
  '-    old()',
  '+    new()',
  '*** Delete File: src/c.py',
  '*** End Patch',
]

describe('diff', () => {
  it.each([
    [change.join('\n'), source, true],
    [change.join('\n'), shell, true],
    [renamed.join('\n'), shell, true],
    [patch.join('\n'), shell, true],
    ['--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y', shell, true],
    ['- one\n- two\n+ three', shell, false],
    ['', source, false],
  ])('knows %j', (text, from, expected) => {
    expect(diff.fits(new SourcedText(text, from))).toBe(expected)
  })

  it('says which files changed and how much, and leaves out what is around changes first', () => {
    expect(shown(obeysLaws(diff, change.join('\n'), source))).toEqual([
      'key src/a.ts +2 −1',
      'useful @@ -1,3 +1,4 @@ export function a() {',
      'useful --- not a file: a line of SQL, removed',
      'useful +const y = 2\n+const z = 3',
    ])
  })

  it('repeats the sign of a long line before each part of it', () => {
    const long = `-${'The kettle is filled with cold water. '.repeat(20)}`
    const text = [...change.slice(0, 4), '@@ -1 +1 @@', long, '+Fill the kettle.'].join('\n')
    const parts = obeysLaws(diff, text, source).filter(piece => piece.text.includes('kettle is'))
    expect(parts.map(({ lines, label }) => [lines, label])).toEqual([
      [1, undefined],
      [0, '-…'],
    ])
  })

  it.each([
    ['is shorter than it states', change.slice(0, -2)],
    ['the tool cut', ['Output too large (40KB). Preview:', ...change]],
  ])('states no count of a change that %s', (_, lines) => {
    expect(shown(obeysLaws(diff, lines.join('\n'), source))).toContain('key src/a.ts')
    const more = [...renamed, ...lines].join('\n')
    expect(
      shown(obeysLaws(diff, more, source)).filter(piece => /files changed|src.*[+−]\d/.test(piece)),
    ).toEqual([])
  })

  it('counts a change of which blank lines at the end are trimmed', () => {
    const trimmed = ['--- a/x', '+++ b/x', '@@ -1,3 +1,3 @@', '-one', '+two', ' end'].join('\n')
    expect(shown(obeysLaws(diff, trimmed, source))[0]).toBe('key x +1 −1')
  })

  it('names no file for the lines after a cut', () => {
    const text = [...change.slice(0, 7), '+const y…412 tokens truncated…x', '@@ -9 +9 @@', '-one', '+two']
    const pieces = obeysLaws(diff, text.join('\n'), source)
    const removed = pieces.find(piece => piece.text === '-one')
    expect(pieces[removed?.under ?? -1]?.text).toBe('@@ -9 +9 @@')
    expect(pieces[removed?.under ?? -1]?.under).toBe(undefined)
  })

  it('counts lines that only moved to other columns as noise', () => {
    const realigned = [
      'diff --git a/row.go b/row.go',
      '--- a/row.go',
      '+++ b/row.go',
      '@@ -1,4 +1,5 @@',
      ' Row{',
      '-  ID:   7,',
      '-  Name: "a",',
      '+  ID:      7,',
      '+  Name:    "a",',
      '+  Address: "b",',
      ' }',
    ]
    const pieces = shown(obeysLaws(diff, realigned.join('\n'), source))
    expect(pieces.filter(piece => /ID:|Name:/.test(piece)).every(piece => piece.startsWith('noise'))).toBe(
      true,
    )
    expect(pieces).toContain('useful +  Address: "b",')
  })

  it('shows what is gone or new before lines that only moved to another file', () => {
    const moved = ['the kettle boils first', 'the cups are warmed', 'short']
    const text = [
      'diff --git a/tea.md b/tea.md',
      '--- a/tea.md',
      '+++ b/tea.md',
      '@@ -1,4 +0,0 @@',
      ...[...moved, 'the milk comes last'].map(line => `-${line}`),
      'diff --git a/guide.md b/guide.md',
      '--- a/guide.md',
      '+++ b/guide.md',
      '@@ -0,0 +1,4 @@',
      ...['the tea is poured last', ...moved].map(line => `+${line}`),
    ]
    const pieces = shown(obeysLaws(diff, text.join('\n'), source))
    expect(pieces).toContain('key tea.md +0 −4 (2 of these lines only moved)')
    expect(pieces.filter(piece => piece.startsWith('useful') && !piece.includes('@@'))).toEqual([
      'useful -short\n-the milk comes last',
      'useful +the tea is poured last',
      'useful +short',
    ])
  })

  it('says of no single line that it moved: it may come again by chance', () => {
    const text = [
      'diff --git a/tea.go b/tea.go',
      '--- a/tea.go',
      '+++ b/tea.go',
      '@@ -1,4 +1,4 @@',
      '-\tif kettle != nil {',
      '-\t\tpour(kettle)',
      ' }',
      '+\tfill(cups)',
      '+\tif kettle != nil {',
    ]
    expect(shown(obeysLaws(diff, text.join('\n'), source))).toContain('key tea.go +2 −2')
  })

  it('takes no line for moved that one commit of a log adds and another one removes', () => {
    const commit = (hash: string, line: string): readonly string[] => [
      `commit ${hash.repeat(5)}`,
      '',
      `    Change it`,
      '',
      'diff --git a/tea.md b/tea.md',
      '--- a/tea.md',
      '+++ b/tea.md',
      '@@ -1 +1 @@',
      line,
    ]
    const log = [
      ...commit('1a2b3c4d', '-the kettle boils first'),
      '',
      ...commit('5e6f7a8b', '+the kettle boils first'),
    ]
    const pieces = shown(obeysLaws(diff, log.join('\n'), { ...shell, command: 'git log -p' }))
    expect(pieces.filter(piece => piece.includes('moved'))).toEqual([])
    expect(pieces).toContain('useful -the kettle boils first')
  })

  it('keeps renames, binary files and new modes, and folds what a program wrote', () => {
    expect(shown(obeysLaws(diff, [...renamed, ...binary, ...lock].join('\n'), source))).toEqual([
      'key 3 files changed, +2 −1 lines',
      'key new.ts +0 −0 (similarity index 100%, rename from old.ts, rename to new.ts)',
      'key logo.png +0 −0 (new file mode 100644, Binary files /dev/null and b/logo.png differ)',
      'key package-lock.json +2 −1',
    ])
  })

  it('says that a log shows one file several times', () => {
    const commit = [
      'commit 3f2a9c1b0d4e5f60718293a4b5c6d7e8f9012345',
      'Author: Mira <mira@example.org>',
      'Date:   Wed Jul 1 15:44:05 2026 +1000',
      '',
      '    fix: the queue',
      '',
    ]
    const pieces = shown(obeysLaws(diff, [...commit, ...change, '', ...commit, ...change].join('\n'), source))
    expect(pieces.slice(0, 2)).toEqual([
      'key 2 changes of 1 file, +4 −2 lines',
      'useful 3f2a9c1b0d4e fix: the queue (Mira, Wed Jul 1 15:44:05 2026 +1000)',
    ])
    expect(pieces.filter(piece => piece === 'key src/a.ts +2 −1')).toHaveLength(2)
  })

  it('reads patches as agents write them', () => {
    expect(shown(obeysLaws(diff, patch.join('\n'), source))).toEqual([
      'key 2 files changed, +1 −1 lines',
      'useful *** Begin Patch',
      'key src/b.py +1 −1',
      'useful @@ def main():',
      'useful -    old()',
      'useful +    new()',
      'key src/c.py +0 −0 (delete file)',
    ])
  })

  it('obeys the laws on any lines', () => {
    fc.assert(
      fc.property(
        outputOf([...change, ...renamed, ...binary, ...lock, ...patch]),
        text => void obeysLaws(diff, text, source),
      ),
    )
  })

  it('ends on hostile input', () => {
    for (const text of [...hostile, 'diff --git a/x b/x\n'.repeat(20_000), '--- a\n'.repeat(60_000)])
      expect(diff.pieces(text, source).length).toBeGreaterThan(0)
  })
})
