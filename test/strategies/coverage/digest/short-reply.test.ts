import { describe, expect, it } from 'vitest'
import { isShortReply, lastQuestion } from '../../../../src/strategies/coverage/digest/short-reply.ts'

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

describe('isShortReply', () => {
  it('is a few words', () => {
    expect(isShortReply('  yes, both\n')).toBe(true)
    expect(isShortReply('Yes, and then look at how the other file does it.')).toBe(false)
  })
})
