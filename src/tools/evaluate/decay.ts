/** What many compressions in a row leave, with new messages between them. */
import type { Format } from '../../formats/format.ts'
import type { Message } from '../../types.ts'
import { type Cut, cutAt } from './cut.ts'

export interface DecayOptions {
  readonly format: Format
  /** The whole session, in `format`. */
  readonly raw: readonly unknown[]
  /** @default 10 */
  readonly rounds?: number
  /** Shortens the messages. Called with the view of the round before and the messages that came since. */
  readonly compress: (messages: readonly unknown[], round: number) => DecayView | Promise<DecayView>
  /** Called once a round with what was said so far and what follows; gives every metric of a view by its name. */
  readonly measure: (cut: Cut) => (view: MeasuredView) => Readonly<Record<string, number>>
}

export interface DecayView {
  readonly messages: readonly unknown[]
  /** Texts of the originals that handles in the view name. */
  readonly originals?: readonly string[]
}

export interface MeasuredView {
  readonly messages: readonly Message[]
  readonly originals: readonly string[]
}

export interface DecayRound {
  /** 1 is the first compression. */
  readonly round: number
  /** How many messages of the session the view covers. */
  readonly messages: number
  readonly scores: Readonly<Record<string, number>>
  /** The same metrics where the same history is compressed once. */
  readonly once: Readonly<Record<string, number>>
}

export const defaultRounds = 10

/** The last part is the future of the last round. */
export async function decay(options: DecayOptions): Promise<readonly DecayRound[]> {
  const { format, raw, compress, measure, rounds = defaultRounds } = options
  const messages = format.read(raw)
  const report: DecayRound[] = []
  let view: readonly unknown[] = []
  let from = 0
  for (const [index, at] of decaySplits(messages, rounds).entries()) {
    const round = index + 1
    const measured = measure(cutAt(messages, at))
    const scoresOf = ({ messages: shown, originals = [] }: DecayView): Readonly<Record<string, number>> =>
      measured({ messages: format.read(shown), originals })
    const made = await compress([...view, ...raw.slice(from, at)], round)
    const scores = scoresOf(made)
    const once = round === 1 ? scores : scoresOf(await compress(raw.slice(0, at), 1))
    report.push({ round, messages: at, scores, once })
    view = made.messages
    from = at
  }
  return report
}

/** Where each round ends: equal steps in messages, moved on to where no call waits for its answer. */
export function decaySplits(messages: readonly Message[], rounds: number): readonly number[] {
  const open = new Set<string>()
  const splits: number[] = []
  for (const [index, { blocks }] of messages.entries()) {
    const isDue = index >= ((splits.length + 1) * messages.length) / (rounds + 1)
    if (isDue && open.size === 0 && splits.length < rounds) splits.push(index)
    for (const block of blocks)
      if (block.type === 'toolCall') open.add(block.callId)
      else if (block.type === 'toolResult') open.delete(block.callId)
  }
  return splits
}
