/** The step that was sent last, and how the provider counted it. */
import type { Bill } from './economics.ts'
import type { HeadChange } from './kept-state.ts'
import type { SessionHistory } from './session-history.ts'
import type { Usage } from './session-types.ts'
import type { WeighedView } from './weighed-view.ts'

export interface LatestStep {
  readonly step: number
  readonly history: SessionHistory
  readonly chosen: WeighedView
  readonly bill: Bill
  /** The share of an epoch's target that the bill allowed at that time. */
  readonly share: number
}

/** Tokenizers do not differ by this factor: such a server reports something else. */
const farOff = 4
/** In a smaller request, what a provider always adds would be taken for a difference of tokenizers. */
const minCounted = 500

export function observationOf(
  usage: Usage | undefined,
  latest: LatestStep | undefined,
): Pick<HeadChange, 'observation'> {
  if (usage === undefined || latest === undefined) return {}
  // The size of an earlier step does not apply to this one.
  if (usage.step !== undefined && usage.step !== latest.step) return {}
  // Without any correction.
  const { chosen, history } = latest
  const counted = chosen.view.tokens + history.systemAndToolsUnder(chosen.epoch).tokens
  const { inputTokens: reported } = usage
  const isPlausible = counted >= minCounted && reported * farOff > counted && reported < counted * farOff
  return isPlausible ? { observation: { counted, reported } } : {}
}
