/** Turns of the user and of the assistant that alternate, as some APIs ask for. */
import type { Message, Role } from '../types.ts'
import { groupNeighbours } from './group-neighbours.ts'
import { type SpokenPart, spokenParts } from './spoken-parts.ts'

export interface PlacedBlock {
  readonly role: 'user' | 'assistant'
  readonly block: unknown
}

export function alternatingTurns(
  messages: readonly Message[],
  place: (role: Role, part: SpokenPart) => readonly PlacedBlock[],
): readonly { readonly role: string; readonly content: readonly unknown[] }[] {
  const placed = messages.flatMap(({ role, blocks }) =>
    spokenParts(blocks).flatMap(part => place(role, part)),
  )
  return groupNeighbours(placed, ({ role }) => role).map(turn => ({
    role: turn[0].role,
    content: turn.map(({ block }) => block),
  }))
}
