/** Which strategy suits a session: room, steps and decisions, speed, a model at hand. */
import type { StrategyName } from '../../types.ts'
import type { Trigger } from './trigger.ts'

/** What is known of a session. */
export interface SessionFacts {
  /** Absent where nobody knows how large the window is: then it counts as full. */
  readonly trigger?: Trigger | undefined
  /** Files changed, commands run, items of a list. */
  readonly steps: number
  /** Decisions and rules. */
  readonly decisions: number
  readonly wantsSpeed: boolean
  readonly hasModel: boolean
  /** A number of tokens to meet, by a budget or by a window. */
  readonly hasTarget: boolean
  /** The caller goes on from a ledger, or asks for what only a ledger has. */
  readonly needsLedger: boolean
}

export interface AutoChoice {
  /** Absent where the request stays as it is. */
  readonly strategy?: Exclude<StrategyName, 'auto'>
  /** In the order of the questions. */
  readonly reasons: readonly string[]
}

/** So many steps make a task of several. */
const severalSteps = 3

/** Coverage wherever there is a number of tokens to meet; the guide decides where there is none. */
export function chooseStrategy(facts: SessionFacts): AutoChoice {
  const { trigger, hasTarget, needsLedger } = facts
  if (trigger?.act === false) return { reasons: [trigger.why] }
  const guide = guidedChoice(facts)
  if (!hasTarget || needsLedger) return guide
  const why = `the guide names ${guide.strategy}; coverage shows more of what is needed in the same room`
  return { strategy: 'coverage', reasons: [...guide.reasons, why] }
}

/** The ledger is read from the session itself and costs no time: it is in every branch that is not about speed alone. */
function guidedChoice(facts: SessionFacts): Required<AutoChoice> {
  const { trigger, steps, decisions, wantsSpeed, hasModel, hasTarget } = facts
  const isLong = steps >= severalSteps && decisions > 0
  const unknown = hasTarget
    ? 'a budget is given'
    : 'nobody knows how large the window is, so that it counts as full'
  const reasons = [
    trigger?.why ?? unknown,
    `${count(steps, 'step')}, ${count(decisions, 'decision or rule', 'decisions and rules')}`,
  ]
  if (isLong) return { strategy: 'anchored', reasons }
  if (wantsSpeed) return { strategy: 'window', reasons: [...reasons, 'speed is wanted'] }
  if (hasModel) return { strategy: 'regenerative', reasons: [...reasons, 'a model is at hand'] }
  return { strategy: 'hybrid', reasons: [...reasons, 'no model is at hand'] }
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
