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
}

export interface AutoChoice {
  /** Absent where the request stays as it is. */
  readonly strategy?: Exclude<StrategyName, 'auto'>
  /** In the order of the questions. */
  readonly reasons: readonly string[]
}

/** So many steps make a task of several. */
const severalSteps = 3

/** The ledger is read from the session itself and costs no time: it stands in every branch that is not about speed alone. */
export function chooseStrategy(facts: SessionFacts): AutoChoice {
  const { trigger, steps, decisions, wantsSpeed, hasModel } = facts
  if (trigger?.act === false) return { reasons: [trigger.why] }
  const isLong = steps >= severalSteps && decisions > 0
  const reasons = [
    trigger?.why ?? 'nobody knows how large the window is, so that it counts as full',
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
