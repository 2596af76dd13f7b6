/** The ledger behind a sliding window: nothing happens up to 20 messages, beyond them all but the newest 5 are folded. */
import { anchored } from './anchored.ts'
import type { SpanStrategy } from './span-strategy.ts'

export const hybrid: SpanStrategy = { ...anchored, name: 'hybrid', leavesAlone: 20 }
