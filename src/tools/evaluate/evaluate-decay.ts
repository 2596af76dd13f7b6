/** What repeated compressions keep of a session, for each method that can continue from its own view. */
import type { Format } from '../../formats/format.ts'
import { probesOf, scoreProbes } from '../../measure/probes/probes.ts'
import { conversationText } from '../../scan/spoken-text.ts'
import { countersFor } from '../../tokens/counters.ts'
import type { Message, OriginalsByHash } from '../../types.ts'
import { trailMeter } from './artifact-trail.ts'
import { type Cut, cutAt } from './cut.ts'
import { fittedView } from './fitted-view.ts'
import { type History, prepareHistory } from './history.ts'
import type { Method } from './method.ts'
import { futureUse, isGrounded, needsOf } from './needs.ts'
import { informationMeter, nextActions } from './predictive-information.ts'
import { ruleSurvival, rulesOf } from './rule-survival.ts'

/** Shorter sessions have too few messages between two rounds. */
const minTokens = 40_000

export interface DecayRow {
  readonly method: string
  readonly share: number
  readonly round: number
  readonly scores: Readonly<Record<string, number>>
  /** The same metrics if the history is compressed once. */
  readonly once: Readonly<Record<string, number>>
}

export async function evaluateDecay(
  whole: History,
  methods: readonly Method[],
  share: number,
): Promise<readonly DecayRow[]> {
  if (whole.tokens < minTokens) return []
  const { format, raw, counters } = whole
  const said = decaySplits(whole.messages, defaultRounds).map(at => tokensBefore(whole, at))
  const measure = oncePerCut(decayScores)
  const rows: DecayRow[] = []
  for (const method of methods.filter(canGoOn)) {
    let originalsByHash: OriginalsByHash = {}
    const compress = async (messages: readonly unknown[], round: number): Promise<DecayView> => {
      const history = prepareHistory(messages, format, { originalsByHash }, counters)
      // The first round gets the history itself, every later one a view of it and the messages since.
      const tokens = round === 1 ? history.tokens : (said[round - 1] ?? 0)
      const fitted = await fittedView(method, history, Math.floor(share * tokens))
      if (fitted === undefined) return { messages }
      const { view } = fitted
      originalsByHash = { ...originalsByHash, ...view.originalsByHash }
      return { messages: view.raw ?? format.create(view.messages), originals: view.reachable?.() ?? [] }
    }
    for (const { round, scores, once } of await decay({ format, raw, compress, measure }))
      rows.push({ method: method.name, share, round, scores, once })
  }
  return rows
}

/** The oracle would know another future each time, and a method that ignores the budget has none to keep. */
function canGoOn({ kind, ignoresBudget }: Method): boolean {
  return (kind === 'fovea' || kind === 'baseline') && !ignoresBudget
}

function tokensBefore({ parts }: History, at: number): number {
  return parts.reduce((sum, { message, tokens }) => (message < at ? sum + tokens : sum), 0)
}

/** Everything before a round is the same for all methods, and is measured once. */
function oncePerCut(measure: DecayOptions['measure']): DecayOptions['measure'] {
  const known = new Map<number, ReturnType<DecayOptions['measure']>>()
  return cut => {
    const measured = known.get(cut.at) ?? measure(cut)
    known.set(cut.at, measured)
    return measured
  }
}

/** Measures repeated compressions, with new messages between them. */
interface DecayOptions {
  readonly format: Format
  /** The whole session, in `format`. */
  readonly raw: readonly unknown[]
  /** @default 10 */
  readonly rounds?: number
  /** Compresses the view of the previous round with the messages since. */
  readonly compress: (messages: readonly unknown[], round: number) => DecayView | Promise<DecayView>
  /** Called once a round with the history so far and its future; returns a function that measures a view. */
  readonly measure: (cut: Cut) => (view: MeasuredView) => Readonly<Record<string, number>>
}

interface DecayView {
  readonly messages: readonly unknown[]
  /** Texts of the originals that handles in the view name. */
  readonly originals?: readonly string[]
}

interface MeasuredView {
  readonly messages: readonly Message[]
  readonly originals: readonly string[]
}

interface DecayRound {
  /** 1 is the first compression. */
  readonly round: number
  /** How many messages of the session the view covers. */
  readonly messages: number
  readonly scores: Readonly<Record<string, number>>
  /** The same metrics where the same history is compressed once. */
  readonly once: Readonly<Record<string, number>>
}

const defaultRounds = 10

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

/** Where each round ends: equal steps in messages, moved to the next point without an open call. */
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

/** Shares from 0 to 1. A metric without anything to count is left out. */
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
