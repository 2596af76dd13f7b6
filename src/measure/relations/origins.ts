/** Which answers of tools show the same thing: one file, the output of one command. */
import { originOf } from '../../actions/origin-of.ts'
import { type CallSource, sourceOf } from '../../actions/source-of.ts'
import type { Measured, Message } from '../../types.ts'

/** Where an answer came from, and what it shows, as one name. */
export interface Showing {
  readonly origin: string
  readonly source: CallSource
}

/** Of each of these answers whose call is among them too. */
export function showingsIn(
  messages: readonly Message[],
  blocks: readonly Measured[],
): ReadonlyMap<Measured, Showing> {
  const calls = new Map<string, () => Showing>()
  const showings = new Map<Measured, Showing>()
  for (const measured of blocks) {
    const said = messages[measured.message]?.blocks[measured.block]
    if (said?.type === 'toolCall') {
      let known: Showing | undefined
      calls.set(said.callId, () => {
        if (known !== undefined) return known
        const source = sourceOf(said)
        known = { origin: originOf(said, source), source }
        return known
      })
    }
    const showing = said?.type === 'toolResult' ? calls.get(said.callId)?.() : undefined
    if (showing !== undefined) showings.set(measured, showing)
  }
  return showings
}

/** Notes it on the blocks, which are fresh from `measure`. */
export function noteOrigins(messages: readonly Message[], blocks: readonly Measured[]): void {
  for (const [measured, { origin }] of showingsIn(messages, blocks)) Object.assign(measured, { origin })
}
