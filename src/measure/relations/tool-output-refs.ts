/** Which answers of tools show the same thing: one file, the output of one command. */
import type { Measured } from '../../reduce/plan.ts'
import { type CallSource, originOf, sourceOf } from '../../scan/actions/source-of.ts'
import type { Message, ToolCallBlock } from '../../types.ts'
import { withFacts } from '../measure.ts'

/** Where an answer came from, and what it shows, as one name. */
export interface ToolOutputRef {
  readonly origin: string
  readonly source: CallSource
}

/** Of each of these answers whose call is among them; what has several parts, or shares its name, cannot be referred to. */
export function toolOutputRefs(
  messages: readonly Message[],
  blocks: readonly Measured[],
): ReadonlyMap<Measured, ToolOutputRef> {
  const calls = new Map<string, ToolCallBlock>()
  const answers = new Map<string, Measured | undefined>()
  for (const measured of blocks) {
    const said = messages[measured.message]?.blocks[measured.block]
    if (said?.type === 'toolCall') calls.set(said.callId, said)
    if (said?.type === 'toolResult') answers.set(said.callId, answers.has(said.callId) ? undefined : measured)
  }
  const outputRefs = new Map<Measured, ToolOutputRef>()
  for (const [callId, measured] of answers) {
    const call = calls.get(callId)
    if (measured === undefined || call === undefined) continue
    const source = sourceOf(call)
    outputRefs.set(measured, { origin: originOf(call, source), source })
  }
  return outputRefs
}

/** The blocks, each answer with its origin. */
export function withOrigins(messages: readonly Message[], blocks: readonly Measured[]): readonly Measured[] {
  const refs = toolOutputRefs(messages, blocks)
  return blocks.map(block => {
    const ref = refs.get(block)
    return ref === undefined ? block : withFacts(block, { origin: ref.origin })
  })
}
