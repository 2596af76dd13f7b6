import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { raiseOpenQuestions } from '../../../../src/strategies/coverage/weigh/raise-open-questions.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import { say, text } from '../../../formats/neutral-messages.ts'

/** The worth of the last line of an answer, where each line has a lower one than the line above it. */
function worthOfLast(last: string): number {
  const messages = [
    say('user', text('Sort the rows.')),
    say('assistant', text(`The rows are sorted.\n\nThe writer is slower now.\n\n${last}`)),
    say('user', text('Read the log before that, and tell me what the second server wrote into it.')),
  ]
  const known = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const values = (): Float64Array =>
    Float64Array.from(known.candidates.texts, (_, at) => known.candidates.length - at)
  const worths = { worth: values(), base: values() }
  raiseOpenQuestions(known, worths)
  const at = known.candidates.texts.indexOf(last)
  expect(worths.worth[at]).toBe(worths.base[at])
  return (worths.base[at] as number) - (worths.base[at - 1] as number)
}

describe('raiseOpenQuestions', () => {
  it('sets the question that ends an answer before its other lines', () => {
    const question =
      'Should the writer keep the old order for small files, or would you rather sort each file in the background?'
    expect(worthOfLast(question)).toBeGreaterThan(0)
  })

  it.each([
    'The reader keeps the old order for small files and sorts each large file in the background.',
    'Shall I commit?',
    'Want me to sort the small files too, in the background, with a test for each order of rows?',
  ])('leaves %s where it is', last => {
    expect(worthOfLast(last)).toBeLessThan(0)
  })
})
