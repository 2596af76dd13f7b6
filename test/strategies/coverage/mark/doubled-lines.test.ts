import { describe, expect, it } from 'vitest'
import { doubledLines } from '../../../../src/strategies/coverage/mark/doubled-lines.ts'

describe('doubledLines', () => {
  it('finds lines that are said again nearly in the same words', () => {
    const thought = ['The parser drops the last token of a line.', 'Its buffer is one too short.', 'Hm.']
    expect(doubledLines(thought, ['I found it: the parser drops the last token of each line.'])).toEqual([0])
    expect(doubledLines(thought, ['Let me read the parser.'])).toEqual([])
    expect(doubledLines(thought, [])).toEqual([])
  })

  it('takes a longer line for the same where a third of its words are others', () => {
    const said = ['All tests pass. I run the linter to check the code quality.']
    const thought = 'All tests pass. I run the linter now so that the code meets standards.'
    expect(doubledLines([thought, 'All tests pass on the branch.'], said)).toEqual([0])
  })

  it('takes no few words for the same, nor the words of several lines together', () => {
    expect(doubledLines(['Fix it now.'], ['I fix the parser now.'])).toEqual([])
    expect(
      doubledLines(
        ['The reader holds a lock on the queue.'],
        ['The reader stops.', 'A lock holds.', 'A queue.'],
      ),
    ).toEqual([])
  })
})
