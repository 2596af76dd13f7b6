/** Offers of neutral messages, measured as a conversation would be. */
import { measure } from '../../../../src/measure/measure.ts'
import type { Candidate } from '../../../../src/strategies/coverage/digest/candidate.ts'
import { type Candidates, candidatesOf } from '../../../../src/strategies/coverage/digest/candidates.ts'
import type { Message } from '../../../../src/types.ts'

const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }

export interface Offers extends Candidates {
  readonly candidates: readonly Candidate[]
}

export function offersIn(messages: readonly Message[]): Offers {
  const offers = candidatesOf(messages, measure(messages, { ranker, pins: [], preservePatterns: [] }))
  return { ...offers, candidates: [...offers.candidates] }
}
