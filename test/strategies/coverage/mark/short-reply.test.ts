import { describe, expect, it } from 'vitest'
import {
  isShortReply,
  isStatement,
  lastQuestion,
  refersBack,
} from '../../../../src/strategies/coverage/mark/short-reply.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'

describe('lastQuestion', () => {
  const lines = ['Which one?', 'There are two ways.', 'Shall I take **both?**', 'I wait.']

  it('is the last line that asks, among the last of a text', () => {
    expect(lastQuestion(lines, 0)).toBe(2)
    expect(lastQuestion(lines.slice(0, 2), 0)).toBe(0)
  })

  it('is not one that another block asked, nor one long before the end', () => {
    expect(lastQuestion(lines, 3)).toBe(-1)
    expect(lastQuestion(['Why?', 'One.', 'Two.', 'Three.'], 0)).toBe(-1)
  })
})

describe('a question that refers back', () => {
  it.each<[string, boolean]>([
    ['Want me to implement this approach?', true],
    ['Shall I fix it, too?', true],
    ['Shall I rename the reader?', false],
    [`Shall I take that way, which ${'is long and '.repeat(10)}good?`, false],
  ])('of %j', (question, expected) => {
    expect(refersBack(question)).toBe(expected)
  })

  it.each<[string, boolean]>([
    ['The reader skips the last row.', true],
    ['Done.', false],
    ['- The reader skips the last row.', false],
    ['## The reader skips the last row.', false],
    ['There are two ways out of this:', false],
  ])('refers to a sentence: %j', (line, expected) => {
    expect(isStatement(line)).toBe(expected)
  })

  it('is shown with the sentence before it, where a few words answer it', () => {
    const sentence = 'The reader skips the last row of each file.'
    const asked = say('assistant', text(`${sentence}\n\n- seen in a.csv\n\nShall I fix that as well?`))
    const underOf = (reply: string): string | undefined => {
      const { candidates } = offersIn([say('user', text('Look at it.')), asked, say('user', text(reply))])
      const question = candidates.find(({ text: line }) => line.startsWith('Shall I'))
      return candidates[question?.under ?? -1]?.text
    }
    expect(underOf('yes')).toBe(sentence)
    expect(underOf('No, look at the writer first, which is called much more often.')).toBeUndefined()
  })
})

describe('isShortReply', () => {
  it('is a few words', () => {
    expect(isShortReply('  yes, both\n')).toBe(true)
    expect(isShortReply('Yes, and then look at how the other file does it.')).toBe(false)
  })
})
