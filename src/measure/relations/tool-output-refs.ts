/** Which tool outputs show the same thing: one file, or the output of one command. */
import type { Measured } from '../../reduce/plan.ts'
import { type CallSource, originOf, sourceOf } from '../../scan/actions/source-of.ts'
import type { Message, ToolCallBlock } from '../../types.ts'
import { withFacts } from '../measure.ts'

/** The source of an output, and an identifier of what it shows. */
export interface ToolOutputRef {
  readonly origin: string
  readonly source: CallSource
}

/** For each output whose call is among the blocks; an output of several parts, or with an ambiguous call id, is left out. */
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

/** The blocks, each output with its origin. */
export function withOrigins(messages: readonly Message[], blocks: readonly Measured[]): readonly Measured[] {
  const refs = toolOutputRefs(messages, blocks)
  return blocks.map(block => {
    const ref = refs.get(block)
    return ref === undefined ? block : withFacts(block, { origin: ref.origin })
  })
}
