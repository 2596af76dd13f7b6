import { describe, expect, it } from 'vitest'
import type { LabelledPiece } from '../../../../src/strategies/coverage/read/argument-lines.ts'
import { type DraftPlace, readDrafts } from '../../../../src/strategies/coverage/read/read-drafts.ts'

const place: DraftPlace = {
  author: 'tools',
  binds: false,
  isProgram: false,
  isRead: true,
  isTest: false,
  isDocument: true,
  isGiven: false,
  isLatest: false,
  hasSource: false,
  callText: undefined,
}

function piece(text: string, rest: Partial<LabelledPiece> = {}): LabelledPiece {
  return { text, lines: text.split('\n').length, value: 'plain', ...rest }
}

function textsOf(pieces: readonly LabelledPiece[], rest: Partial<DraftPlace> = {}): readonly string[] {
  return readDrafts(pieces, { ...place, ...rest }).map(({ text }) => text)
}

const wrapped =
  '- **Locks**: file locks wait for the new storage. This plan accepts the\n  narrow race until then.'

describe('readDrafts', () => {
  it('puts the lines of a hunk below the file that they are of', () => {
    const pieces = [
      piece('src/a.ts +1 −0', { isStatement: true, value: 'key' }),
      piece('@@ -1,2 +1,3 @@', { value: 'useful', under: 0 }),
      piece('+const a = 1', { value: 'useful', under: 1 }),
    ]
    const drafts = readDrafts(pieces, { ...place, isDocument: false })
    expect(drafts.map(({ under }) => under)).toEqual([-1, 0, 0])
  })

  it('ties no more than a few lines of a comment to each other, however long its sentence is', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `// and the row number ${at} that`).join('\n')
    const drafts = readDrafts([piece(lines)], { ...place, isRead: false, isDocument: false, isProgram: true })
    const depthOf = (at: number): number => (at < 0 ? 0 : 1 + depthOf(drafts[at]?.under ?? -1))
    const depths = drafts.map((_, at) => depthOf(at))
    expect(depths.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 1, 2])
    expect(Math.max(...depths)).toBe(5)
  })

  it('puts a short paragraph of a message below the label that it has', () => {
    const report =
      '**Expected:**\n\nThe fees are paid.\n\nThey were last year.\n\n**Seen:**\n\nNothing is paid.'
    const drafts = readDrafts([piece(report)], { ...place, author: 'user', isRead: false, isDocument: false })
    expect(drafts.map(({ text, under }) => `${under} ${text}`)).toEqual([
      '-1 **Expected:**',
      '0 The fees are paid.',
      '-1 They were last year.',
      '-1 **Seen:**',
      '3 Nothing is paid.',
    ])
  })

  it('puts how many lines are like another below that one', () => {
    const pieces = [
      piece('12:00 INFO session started'),
      piece('… 17 more like this (12:01 – 13:40)', { isStatement: true, lines: 17, under: 0 }),
    ]
    const drafts = readDrafts(pieces, { ...place, isDocument: false })
    expect(drafts.map(({ under }) => under)).toEqual([-1, 0])
  })

  it.each([
    ["import {\n  read,\n  write,\n} from './file.ts'\nread(write)", 'read(write)'],
    ['import (\n  "fmt"\n  store "a/b"\n)\nstart()', 'start()'],
    ['from os import (\n  path,\n  walk,\n)\nwalk(path)', 'walk(path)'],
    ['import type {\nlet a = 1\n  name,', 'let a = 1\n  name,'],
  ])('says nothing by the names of an import: %j', (lines, rest) => {
    const pieces = lines.split('\n').map(line => piece(line, { value: 'useful' }))
    const drafts = readDrafts(pieces, { ...place, isDocument: false, isProgram: true })
    const shown = drafts.filter(({ isUninformative }) => !isUninformative).map(({ text }) => text)
    expect(shown).toEqual(rest.split('\n'))
  })

  it('keeps a sentence whole that its author broke into lines', () => {
    const drafts = readDrafts([piece(`${wrapped}\n- **Names**: unchanged.`)], place)
    expect(drafts.map(({ text }) => text)).toEqual([wrapped, '- **Names**: unchanged.'])
    expect(drafts.map(({ lines }) => lines)).toEqual([2, 1])
  })

  it.each([
    ['short lines', 'one line\nand another'],
    ['ended sentences', 'A sentence of more than fifty characters that ends here.\nand another one'],
    ['items', 'An item of a list with more than fifty characters in its line\n- and another'],
    ['headings', 'A line above a heading with more than fifty characters in it\n## Title'],
    [
      'programs',
      'A line above a statement with more than fifty characters in it\n    return store.read(path);',
    ],
  ])('keeps lines apart: %s', (_, text) => {
    expect(textsOf([piece(text)])).toEqual(text.split('\n'))
  })

  it('shows a sentence of many lines in parts', () => {
    const line = 'words of a very long sentence that goes on and on without'
    expect(textsOf([piece(Array(6).fill(line).join('\n'))]).map(text => text.split('\n').length)).toEqual([
      4, 2,
    ])
  })

  it('keeps the lines of one command together', () => {
    const command = 'tool run \\\n  --fast \\\n  --quiet'
    const pieces = [piece('```sh'), piece('tool run \\\n  --fast \\'), piece('  --quiet\n```\nDone.')]
    expect(textsOf(pieces, { isDocument: false })).toEqual(['```sh', command, '```', 'Done.'])
    const added = ['tool run \\', '  --fast'].map(text => piece(text, { label: '+' }))
    expect(readDrafts(added, { ...place, author: 'calls' }).map(({ under }) => under)).toEqual([-1, 0])
    expect(textsOf([piece('C:\\\nD:\\')])).toHaveLength(2)
  })

  it('leaves lines of outputs that are no prose apart', () => {
    expect(textsOf([piece(wrapped)], { isDocument: false })).toHaveLength(2)
  })

  it.each([
    ['what a person typed', { author: 'user', isRead: false, isDocument: false }],
    ['a document that was read', { isDocument: false }],
    ['a report', {}],
  ] as const)('ties the rest of an item and what a heading denies to it: %s', (_, rest) => {
    const pieces = [
      piece('- Pass the cache by value.\n  Do not share it.'),
      piece('## Non-goals'),
      piece('- A second cache.'),
    ]
    expect(readDrafts(pieces, { ...place, ...rest }).map(({ under }) => under)).toEqual([-1, 0, -1, 2])
  })

  it('ties an item of a list in a list to the item above it, if one of them is short', () => {
    const long = 'which is never longer than the name of a file may be on any system'
    const pieces = [
      piece('## Storage'),
      piece('- One file for each session', { under: 0 }),
      piece(`  - ${long}`, { under: 1 }),
      piece(`- The name of the file, ${long}`, { under: 0 }),
      piece('  - its first message', { under: 3 }),
      piece(`  - the day, in the first line, ${long}`, { under: 3 }),
    ]
    expect(readDrafts(pieces, place).map(({ under }) => under)).toEqual([-1, 0, 1, 0, 3, 0])
  })

  it('ties a short item of a list in a list to the item above it, not to the line above the list', () => {
    const pieces = [
      piece('Two orders are open:'),
      piece('1. **Order W7**'),
      piece('   - **Status:** paid', { under: 1 }),
    ]
    expect(readDrafts(pieces, place).map(({ under }) => under)).toEqual([-1, 0, 1])
  })

  it('ties a paragraph of an item to the item, which is tied to its heading', () => {
    const pieces = [
      piece('## Storage'),
      piece('- One file for each session', { under: 0 }),
      piece('  They are small.', { under: 1 }),
    ]
    expect(readDrafts(pieces, place).map(({ under }) => under)).toEqual([-1, 0, 1])
  })

  describe('the headings of a plan that a person handed over', () => {
    const uninformativeIn = (texts: readonly string[], isGiven: boolean): readonly boolean[] =>
      readDrafts(
        texts.map(text => piece(text)),
        { ...place, author: 'user', isGiven },
      ).map(({ isUninformative }) => isUninformative)

    it('are shown by themselves while it is worked on', () => {
      expect(uninformativeIn(['# Plan', '### Storage', 'One file.'], true)).toEqual([false, false, false])
      expect(uninformativeIn(['# Plan', '### Storage', 'One file.'], false)).toEqual([true, true, false])
    })

    it('are the upper ones where there are many, and none of a fence', () => {
      const steps = Array.from({ length: 30 }, (_, at) => `### Step ${at}`)
      expect(uninformativeIn(['# Plan', ...steps], true)).toEqual([false, ...steps.map(() => true)])
      expect(uninformativeIn(['# Plan', '```sh\n# Build\nmake\n```'], true).slice(0, 3)).toEqual([
        false,
        true,
        true,
      ])
    })
  })

  it('leaves the lines of programs and of other outputs alone', () => {
    const pieces = [piece('- name: build\n  run: make'), piece('## never\nrun()')]
    for (const rest of [{ isProgram: true }, { isRead: false }])
      expect(readDrafts(pieces, { ...place, isDocument: false, ...rest }).map(({ under }) => under)).toEqual([
        -1, -1, -1, -1,
      ])
  })

  it('takes a title with nothing below it for what was said', () => {
    const isUninformative = (text: string): readonly boolean[] =>
      readDrafts([piece(text)], { ...place, author: 'words', isDocument: false }).map(
        draft => draft.isUninformative,
      )
    expect(isUninformative('**Looking for the handler**')).toEqual([false])
    expect(isUninformative('**Looking for the handler**\nIt is in hooks.ts.')).toEqual([true, false])
  })

  describe('a comment that an edit takes away', () => {
    const edit = [
      piece('// waits, since readers may come later', { label: '-' }),
      piece('wait()', { label: '-' }),
    ]
    const firstValue = (pieces: readonly LabelledPiece[], isLatest: boolean): string | undefined =>
      readDrafts(pieces, { ...place, author: 'calls', isDocument: false, isProgram: true, isLatest })[0]
        ?.value

    it('is shown where the latest edit replaces what it was about', () => {
      expect(firstValue([...edit, piece('run()', { label: '+' })], true)).toBe('plain')
    })

    it('is left out of an earlier edit, and of a plain removal', () => {
      expect(firstValue([...edit, piece('run()', { label: '+' })], false)).toBe('noise')
      expect(firstValue(edit, true)).toBe('noise')
    })
  })
})
