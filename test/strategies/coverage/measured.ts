/** Offers of neutral messages, measured as a conversation would be. */
import { measure } from '../../../src/measure/measure.ts'
import { conversationFacts } from '../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../src/strategies/coverage/mark/candidates-of.ts'
import type { Candidate } from '../../../src/strategies/coverage/read/candidate.ts'
import type { Candidates } from '../../../src/strategies/coverage/read/candidate-columns.ts'
import type { Message } from '../../../src/types.ts'

const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }

export interface Offers extends Candidates {
  readonly candidates: readonly Candidate[]
}

/** `from`: messages before it stay as they are. */
export function offersIn(messages: readonly Message[], from = 0): Offers {
  const offers = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker, pins: [], preservePatterns: [] }).filter(({ message }) => message >= from),
  )
  return { ...offers, candidates: [...offers.candidates] }
}
