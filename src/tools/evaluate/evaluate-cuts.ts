/** Every method at every budget, at cuts of a session: what the agent needed next, and how much of it each view shows. */
import { holds } from '../../measure/probes/atoms.ts'
import type { Counters } from '../../tokens/counters.ts'
import { type Cut, cutsAtShares } from './cut.ts'
import { type FittedView, fittedView } from './fitted-view.ts'
import { type History, prepareHistory } from './history.ts'
import type { Method, MethodView } from './method.ts'
import { type Need, needsOf } from './needs.ts'
import type { BudgetScores, CutSummary, OfCase } from './report.ts'
import { type ViewScores, viewScorer } from './view-scorer.ts'

/** Where sessions are cut, as shares of their tokens. */
const cutShares = [0.5, 0.75]
/** The smallest session that is cut. */
export const minOfSession = { messages: 20, tokens: 8000 }
/** With fewer needs, a share of them means nothing. */
export const minDeepNeeds = 3

export interface CutScores extends ViewScores, OfCase<Pick<BudgetScores, 'size' | 'cpu'>> {}

export interface CutRow {
  readonly method: string
  readonly share: number
  readonly scores: CutScores
}

export interface CutSettings {
  readonly shares: readonly number[]
  readonly methods: readonly Method[]
  readonly counters: Counters
  /** CPU time of this process so far, in milliseconds. */
  readonly clock: () => number
  /** How many lost atoms to name for each cut and budget. */
  readonly examples: number
}

interface CutEvaluation {
  readonly rows: readonly CutRow[]
  readonly summary: CutSummary
}

/** The cuts to evaluate; none for a session too short to lose anything. */
export function caseCuts(history: History): readonly Cut[] {
  if (history.messages.length < minOfSession.messages || history.tokens < minOfSession.tokens) return []
  return cutsAtShares(history.messages, cutShares, history.counters.ranker)
}

/** One after another, so that only one is in memory. */
export async function* evaluateCuts(whole: History, settings: CutSettings): AsyncGenerator<CutEvaluation> {
  for (const cut of caseCuts(whole)) {
    const needs = needsOf(cut, settings.counters.ranker)
    if (needs.filter(({ isDeep }) => isDeep).length < minDeepNeeds) continue
    const needed = needs.map(({ atom }) => atom)
    const history = prepareHistory(whole.raw.slice(0, cut.at), whole.format, { needed }, settings.counters)
    yield await evaluateCut({ history, needs, score: viewScorer(history, needs, cut) }, cut.at, settings)
  }
}

interface ScoredCase {
  readonly history: History
  readonly needs: readonly Need[]
  readonly score: (view: MethodView) => ViewScores
}

async function evaluateCut(
  scored: ScoredCase,
  at: number,
  { counters, clock, shares, methods, examples }: CutSettings,
): Promise<CutEvaluation> {
  const { history, needs } = scored
  const started = clock()
  counters.counter.count(history.text)
  const counting = clock() - started
  const ours = methods.find(({ kind }) => kind === 'fovea')
  const rows: CutRow[] = []
  const lost: { share: number; atoms: string[] }[] = []
  for (const method of methods) {
    const judge = judgeOf(method, scored, clock)
    for (const share of shares) {
      const budget = Math.floor(share * history.tokens)
      const judged = await judge(budget)
      if (judged === undefined) break
      const { view, tokens, scores, milliseconds } = judged
      const size = sizeScores(tokens, budget, history.tokens)
      rows.push({ method: method.name, share, scores: { ...scores, size, cpu: milliseconds / counting } })
      if (method === ours && examples > 0)
        lost.push({ share, atoms: history.needed.filter(atom => !holds(view.text, atom)).slice(0, examples) })
    }
  }
  const deepNeeds = needs.filter(({ isDeep }) => isDeep).length
  return { rows, summary: { at, tokens: history.tokens, needs: needs.length, deepNeeds, lost } }
}

interface Judged extends FittedView {
  readonly scores: ViewScores
}

/** A method that ignores the budget is asked once. */
function judgeOf(
  method: Method,
  scored: ScoredCase,
  clock: () => number,
): (budget: number) => Promise<Judged | undefined> {
  const judge = async (budget: number): Promise<Judged | undefined> => {
    const fitted = await fittedView(method, scored.history, budget, clock)
    return fitted === undefined ? undefined : { ...fitted, scores: scored.score(fitted.view) }
  }
  let once: Promise<Judged | undefined> | undefined
  return budget => {
    if (!method.ignoresBudget) return judge(budget)
    once ??= judge(budget)
    return once
  }
}

export function sizeScores(tokens: number, budget: number, whole: number): CutScores['size'] {
  const met = tokens <= budget
  return { kept: tokens / whole, met: Number(met), ...(met ? {} : { excess: tokens / budget - 1 }) }
}
