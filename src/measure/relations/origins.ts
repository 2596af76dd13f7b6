/** Which answers of tools show the same thing: one file, the output of one command. */
import { originOf } from '../../actions/origin-of.ts'
import { sourceOf } from '../../actions/source-of.ts'
import type { Measured, Message, ToolCallBlock } from '../../types.ts'

/** What each of these answers shows, as one name; answers without a call have none. */
export function originsOf(
  messages: readonly Message[],
  blocks: readonly Measured[],
): ReadonlyMap<Measured, string> {
  const calls = new Map<string, ToolCallBlock>()
  const named = new Map<ToolCallBlock, string>()
  const origins = new Map<Measured, string>()
  for (const measured of blocks) {
    const said = messages[measured.message]?.blocks[measured.block]
    if (said?.type === 'toolCall') calls.set(said.callId, said)
    if (said?.type !== 'toolResult') continue
    const call = calls.get(said.callId)
    if (call === undefined) continue
    const origin = named.get(call) ?? originOf(call, sourceOf(call))
    named.set(call, origin)
    origins.set(measured, origin)
  }
  return origins
}

/** Notes it on the blocks, which are fresh from `measure`. */
export function noteOrigins(messages: readonly Message[], blocks: readonly Measured[]): void {
  for (const [measured, origin] of originsOf(messages, blocks)) Object.assign(measured, { origin })
}
