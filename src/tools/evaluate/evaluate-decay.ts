/** What many compressions in a row leave of a session, for each method that can go on from its own view. */
import type { OriginalsByHash } from '../../types.ts'
import { type DecayOptions, type DecayView, decay, decayScores, decaySplits, defaultRounds } from './decay.ts'
import { fittedView } from './fitted-view.ts'
import { type History, prepareHistory } from './history.ts'
import type { Method } from './method.ts'

/** Shorter sessions have too little between two rounds. */
const minTokens = 40_000

export interface DecayRow {
  readonly method: string
  readonly share: number
  readonly round: number
  readonly scores: Readonly<Record<string, number>>
  /** The same where the same history is compressed once. */
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
      // The first round gets the history itself, every later one a view of it and what came since.
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

/** The oracle would look into another future each time, and what ignores the budget has none to keep. */
function canGoOn({ kind, ignoresBudget }: Method): boolean {
  return (kind === 'fovea' || kind === 'baseline') && !ignoresBudget
}

function tokensBefore({ parts }: History, at: number): number {
  return parts.reduce((sum, { message, tokens }) => (message < at ? sum + tokens : sum), 0)
}

/** What is before a round is the same for all methods and read once. */
function oncePerCut(measure: DecayOptions['measure']): DecayOptions['measure'] {
  const known = new Map<number, ReturnType<DecayOptions['measure']>>()
  return cut => {
    const measured = known.get(cut.at) ?? measure(cut)
    known.set(cut.at, measured)
    return measured
  }
}
