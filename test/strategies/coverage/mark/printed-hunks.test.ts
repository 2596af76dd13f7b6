import { describe, expect, it } from 'vitest'
import { hunkText, printedHunks } from '../../../../src/strategies/coverage/mark/printed-hunks.ts'

function hunksIn(lines: readonly (readonly [text: string, under: number])[]) {
  const texts = lines.map(([text]) => text)
  return printedHunks({ texts, unders: Int32Array.from(lines, ([, under]) => under) }, 0)
}

describe('printedHunks', () => {
  it('are the lines of each hunk, with the path of their file', () => {
    expect(
      hunksIn([
        ['2 files changed, +2 −1 lines', -1],
        ['src/a.ts +1 −1', 0],
        ['@@ -1,2 +1,2 @@', 1],
        ['-one', 1],
        ['+two', 1],
        ['@@ -9 +9,2 @@', 1],
        ['+three', 1],
        ['src/b.ts (new file mode 100644)', 0],
        ['@@ -0,0 +1 @@', 7],
        ['+four', 7],
      ]),
    ).toEqual([
      { path: 'src/a.ts', first: 3, end: 5 },
      { path: 'src/a.ts', first: 6, end: 7 },
      { path: 'src/b.ts', first: 9, end: 10 },
    ])
  })

  it('are none where no line names their file', () => {
    expect(
      hunksIn([
        ['@@ -1 +1 @@', -1],
        ['+one', 0],
      ]),
    ).toEqual([])
  })
})

describe('hunkText', () => {
  it.each([
    ['+  return 1', '  return 1'],
    ['   return 1', '  return 1'],
    ['-  return 1', ''],
  ])('is the line of the file in %j', (text, line) => {
    expect(hunkText(text)).toBe(line)
  })
})
