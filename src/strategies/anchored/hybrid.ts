/** The ledger behind a sliding window: nothing happens up to 20 messages, beyond them all but the newest 5 are folded. */
import type { SpanStrategy } from '../spans/span-strategy.ts'
import { anchored } from './anchored.ts'

const { probeShare: _, ...unasked } = anchored

export const hybrid: SpanStrategy = { ...unasked, name: 'hybrid', leavesAlone: 20 }
