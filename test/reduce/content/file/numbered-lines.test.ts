import { describe, expect, it } from 'vitest'
import { numberedLines } from '../../../../src/reduce/content/file/numbered-lines.ts'

describe('numberedLines', () => {
  it.each<[string, readonly string[], number]>([
    ['below the first line of a file', ['41. function tax() {', '42.   return 7', '43. }'], 41],
    ['with a blank line', ['1. import a', '2. ', '3. a()'], 1],
    ['with the number of a blank line alone', ['1. import a', '2.', '3. a()'], 1],
  ])('reads numbers with a full stop %s', (_, lines, first) => {
    expect(numberedLines(lines)).toMatchObject({ first: 0, end: 3, firstNumber: first, jumps: 0 })
  })

  it.each<[string, readonly string[]]>([
    ['items', ['1. Read it', '2. Write it', '3. Test it']],
    ['items with lines between them', ['1. Read it', '2. ', 'Both of them.', '3. Test it']],
    ['items that are not in a row', ['4. Read it', '5. Write it', '9. Test it']],
    ['items below other words', ['It does this:1. Read it', '2. Write it', '3. Test it']],
  ])('takes no list for a file: %s', (_, lines) => {
    expect(numberedLines(lines)).toBeUndefined()
  })

  it('reads the file below a list', () => {
    const lines = ['1. Read it', '2. Write it', '3. Test it', '', '1→import a', '2→a()']
    expect(numberedLines(lines)).toMatchObject({ first: 4, end: 6, firstNumber: 1 })
  })
})
