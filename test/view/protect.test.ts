import { describe, expect, it } from 'vitest'
import { measure } from '../../src/measure/measure.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import { lastUserMessage } from '../../src/view/protect.ts'
import { say, text } from '../formats/neutral-messages.ts'

describe('the last user message', () => {
  const lastOf = (...sent: readonly string[]): number | undefined => {
    const messages = sent.map(each => say('user', text(each)))
    return lastUserMessage(measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }))
  }
  const input = '<bash-input>npm test</bash-input>'
  const output = '<bash-stdout>2 passed</bash-stdout>\n<bash-stderr></bash-stderr>'

  it('is not what a program printed, unless nothing else was said', () => {
    expect(lastOf('Mend it.', input, output)).toBe(1)
    expect(lastOf('Mend it.', '<aider_output>\nAdded a.ts to the chat\n</aider_output>')).toBe(0)
    expect(lastOf('Mend it.', `${output}\nWhat do you think?`)).toBe(1)
    expect(lastOf(output)).toBe(0)
  })
})
