/** The view of a method that meets its budget in tokens of text, where the method can. */
import type { History } from './history.ts'
import type { Method, MethodView } from './method.ts'

export interface FittedView {
  readonly view: MethodView
  readonly tokens: number
  /** CPU of making this very view. */
  readonly milliseconds: number
}

/** A budget of ours counts how a provider frames messages too: what a view saves on that must not go into its text. */
const mostCorrections = 3

export async function fittedView(
  method: Method,
  history: History,
  budget: number,
  clock: () => number = () => 0,
): Promise<FittedView | undefined> {
  let best: FittedView | undefined
  let target = budget
  for (let round = 0; round <= (method.countsFraming ? mostCorrections : 0) && target >= 1; round += 1) {
    const started = clock()
    const view = await method.view(history, target)
    const milliseconds = clock() - started
    if (view === undefined) break
    const tokens = history.counters.counter.count(view.text)
    if (best !== undefined && tokens >= best.tokens) break
    best = { view, tokens, milliseconds }
    if (tokens <= budget) break
    target -= tokens - budget
  }
  return best
}
