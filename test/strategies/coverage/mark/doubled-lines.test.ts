import { describe, expect, it } from 'vitest'
import { doubledLines } from '../../../../src/strategies/coverage/mark/doubled-lines.ts'

describe('doubledLines', () => {
  it('finds lines that are said again nearly in the same words', () => {
    const thought = ['The parser drops the last token of a line.', 'Its buffer is one too short.', 'Hm.']
    expect(doubledLines(thought, ['I found it: the parser drops the last token of each line.'])).toEqual([0])
    expect(doubledLines(thought, ['Let me read the parser.'])).toEqual([])
    expect(doubledLines(thought, [])).toEqual([])
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
