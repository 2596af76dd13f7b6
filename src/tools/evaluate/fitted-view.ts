/** The view of a method that meets its budget in tokens of text, if the method can. */
import { fullEnough } from '../../view/fitting.ts'
import type { History } from './history.ts'
import type { Method, MethodView } from './method.ts'

export interface FittedView {
  readonly view: MethodView
  readonly tokens: number
  /** CPU time of making this view. */
  readonly milliseconds: number
}

/**
 * A budget that also counts framing is raised once by the framing of the first view: budgets are in tokens of text for all
 * methods.
 */
export async function fittedView(
  method: Method,
  history: History,
  budget: number,
  clock: () => number = () => 0,
): Promise<FittedView | undefined> {
  const first = await timedView(method, history, budget, clock)
  const framing = first?.view.framing ?? 0
  if (first === undefined || framing === 0) return first
  if (first.tokens <= budget && first.tokens >= budget * fullEnough) return first
  const second = await timedView(method, history, budget + framing, clock)
  if (second === undefined || second.tokens > budget) return first
  return first.tokens > budget || second.tokens > first.tokens ? second : first
}

async function timedView(
  method: Method,
  history: History,
  tokens: number,
  clock: () => number,
): Promise<FittedView | undefined> {
  const started = clock()
  const view = await method.view(history, tokens)
  const milliseconds = clock() - started
  return view === undefined
    ? undefined
    : { view, tokens: history.counters.counter.count(view.text), milliseconds }
}
