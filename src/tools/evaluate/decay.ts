/** What many compressions in a row leave, with new messages between them. */
import type { Format } from '../../formats/format.ts'
import { probesOf, scoreProbes } from '../../measure/probes/probes.ts'
import { conversationText } from '../../scan/spoken-text.ts'
import { countersFor } from '../../tokens/counters.ts'
import type { Message } from '../../types.ts'
import { trailMeter } from './artifact-trail.ts'
import { type Cut, cutAt } from './cut.ts'
import { futureUse, isGrounded, needsOf } from './needs.ts'
import { informationMeter, nextActions } from './predictive-information.ts'
import { ruleSurvival, rulesOf } from './rule-survival.ts'

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

interface MeasuredView {
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

/** Shares from 0 to 1. A metric that has nothing to count in this case is left out. */
export function decayScores(cut: Cut): (view: MeasuredView) => Readonly<Record<string, number>> {
  const { history, future } = cut
  const { counter, ranker } = countersFor({})
  const before = conversationText(history)
  const tokens = Math.max(1, counter.count(before))
  const needs = needsOf(cut, ranker)
  const rules = rulesOf(history)
  const probes = probesOf(history)
  const information = informationMeter(nextActions(future), before)
  const trailOf = trailMeter(history)
  return ({ messages, originals }) => {
    const text = conversationText(messages)
    const use = futureUse(needs, text)
    const trail = trailOf(messages).all
    return {
      size: counter.count(text) / tokens,
      ...share('use', use.visible, use.needs),
      ...share('deepUse', use.deepVisible, use.deepNeeds),
      ...share('grounded', needs.filter(({ atom }) => isGrounded(atom, text, before)).length, needs.length),
      information: information(text),
      ...share('rules', ruleSurvival(rules, text).verbatim, rules.length),
      ...(trail.expected === 0 ? {} : { trail: trail.f1 }),
      ...share('probes', scoreProbes(probes, { text, originals }).visible, probes.length),
    }
  }
}

function share(name: string, part: number, whole: number): Readonly<Record<string, number>> {
  return whole === 0 ? {} : { [name]: part / whole }
}
