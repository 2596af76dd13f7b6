/** Reads and caches the parts of each block that its candidates are made from, in worker threads. */
import type { Measured } from '../../../reduce/plan.ts'
import { callOutcome } from '../../../scan/actions/call-outcome.ts'
import type { Message } from '../../../types.ts'
import { callResults } from '../facts/call-results.ts'
import { blockParts } from './block-parts.ts'
import { type KnownCall, knownCall } from './known-call.ts'

export function readParts(messages: readonly Message[], blocks: readonly Measured[]): void {
  const calls = new Map<string, KnownCall>()
  const results = callResults(messages)
  for (const measured of blocks) {
    const block = messages[measured.message]?.blocks[measured.block]
    if (block === undefined || block.type === 'opaque') continue
    const call = block.type === 'text' ? undefined : knownCall(block, calls, 0)
    blockParts(block, { messages, measured, call })
    if (block.type === 'toolCall') callOutcome(block, results.get(block.callId))
  }
}
