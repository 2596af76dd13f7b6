import { expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { announcedReads } from '../../../../src/strategies/coverage/weigh/announced-reads.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import type { Message } from '../../../../src/types.ts'
import { said, step } from '../../partition/session.ts'

/** What announces a look, where the messages of `kept` stay as they are. */
function announced(messages: readonly Message[], kept: readonly number[] = []): readonly string[] {
  const measured = measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] })
  const known = candidatesOf(
    conversationFacts(messages),
    measured.filter(({ message }) => !kept.includes(message)),
  )
  const isAnnounced = announcedReads(known)
  return known.candidates.texts.filter((_, piece) => isAnnounced(piece))
}

it('is said in the step of the look, not before a request that stays as it is', () => {
  const first = said('user', 'Why is the tax wrong?')
  const words = 'Let me look at the tax next.'
  const look = ['a', 'b'].flatMap(id =>
    step(id, { name: 'Read', args: { file_path: 'tax.ts' }, result: 'const tax = 7' }),
  )
  expect(announced([first, said('assistant', words), ...look])).toEqual([words])
  const asked = [first, said('assistant', words), said('user', 'Look at the toll instead.'), ...look]
  expect(announced(asked)).toEqual([])
  expect(announced(asked, [2])).toEqual([])
})
