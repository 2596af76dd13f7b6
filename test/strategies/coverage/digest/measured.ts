/** Offers of neutral messages, measured as a conversation would be. */
import { measure } from '../../../../src/measure/measure.ts'
import { type Candidates, candidatesOf } from '../../../../src/strategies/coverage/digest/candidates.ts'
import type { Message } from '../../../../src/types.ts'

const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }

export function offersIn(messages: readonly Message[]): Candidates {
  return candidatesOf(messages, measure(messages, { ranker, pins: [], preservePatterns: [] }))
}
