/** The ledger behind a sliding window: nothing happens up to 20 messages, beyond them all but the newest 5 are folded. */
import type { SpanStrategy } from '../spans/span-strategy.ts'
import { anchored } from './anchored.ts'

export const hybrid: SpanStrategy = { ...anchored, name: 'hybrid', leavesAlone: 20 }
