import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { concedes } from '../../../../src/strategies/coverage/mark/withdrawn-statements.ts'
import { isUninformativeBit } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import { said } from '../../partition/session.ts'

describe('what an agent takes back', () => {
  it('is hidden, and nothing else of that answer', () => {
    const hidden = (reply: string): readonly string[] => {
      const messages = [
        said('user', 'Does the hook get the prompt?'),
        said('assistant', 'The hook is called once.\n\nThe host sends no prompt field to the hook.'),
        said('user', 'The manual says it does.'),
        said('assistant', reply),
      ]
      const { candidates } = candidatesOf(
        conversationFacts(messages),
        measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
      )
      return candidates.texts
        .filter((_, at) => ((candidates.bits[at] as number) & isUninformativeBit) !== 0)
        .map(line => line.trim())
    }
    expect(hidden('My mistake: the host sends a prompt field to the hook.')).toEqual([
      'The host sends no prompt field to the hook.',
    ])
    expect(hidden('The host sends a prompt field to the hook.')).toEqual([])
  })

  it.each(["You're right, my mistake.", 'I was wrong about that.', 'I misread the log.'])(
    'is known: %s',
    text => {
      expect(concedes(text)).toBe(true)
    },
  )

  it.each(["You're right, that is duplicated.", 'I was wrongly told so.'])('is no correction: %s', text => {
    expect(concedes(text)).toBe(false)
  })
})
