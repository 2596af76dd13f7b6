/** A finished answer of the Anthropic Messages API, with our calls separated from those of the client. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import { isLookup } from '../../../tools/lookup/lookup-tools.ts'
import type { Turn } from './dialect.ts'

export function anthropicTurn(blocks: readonly RawRecord[], reason: unknown): Turn {
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  const ours = uses.filter(isOurs)
  return {
    items: blocks,
    calls: ours.map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
    isMixed: uses.length > ours.length,
    wantsAnswers: reason === 'tool_use',
  }
}

export function isOurs({ type, name }: RawRecord): boolean {
  return type === 'tool_use' && isLookup(name)
}

/** Without a call in sight there is nothing that the client could answer. */
export function visibleReason(turn: Turn | undefined, reason: unknown): unknown {
  const isUnseen = turn !== undefined && !turn.isMixed && turn.calls.length > 0
  return reason === 'tool_use' && isUnseen ? 'end_turn' : reason
}
