/** The scores of one view at one cut. */
import { holds } from '../../measure/probes/atoms.ts'
import { probesOf, scoreProbes } from '../../measure/probes/probes.ts'
import { present } from '../../tokens/json-value.ts'
import { trailMeter } from './artifact-trail.ts'
import type { Cut } from './cut.ts'
import type { History } from './history.ts'
import type { MethodView } from './method.ts'
import { isGrounded, type Need } from './needs.ts'
import { informationMeter, nextActions } from './predictive-information.ts'
import type { BudgetScores, OfCase, UseScores } from './report.ts'
import { ruleSurvival, rulesOf } from './rule-survival.ts'

type ScoreName = 'use' | 'deepUse' | 'information' | 'valid' | 'restored' | 'trail' | 'probes'

/** A score with nothing to count is absent: no file touched, nothing to ask. */
export interface ViewScores extends OfCase<Pick<BudgetScores, ScoreName>> {
  /** Absent if the user demanded nothing. */
  readonly rules?: number
}

/** Scores any number of views of one history, which is read once. */
export function viewScorer(
  history: History,
  needs: readonly Need[],
  { future }: Pick<Cut, 'future'>,
): (view: MethodView) => ViewScores {
  const information = informationMeter(nextActions(future), history.text)
  const trail = trailMeter(history.messages)
  const probes = probesOf(history.messages)
  const rules = rulesOf(history.messages)
  return view => {
    const originals = view.reachable?.() ?? []
    const { expected, precision, recall, f1 } = trail(view.messages).all
    const probed = scoreProbes(probes, { text: view.text, originals })
    const shareOf = (part: number): number => part / probes.length
    const shares = {
      visible: shareOf(probed.visible),
      reachable: shareOf(probed.reachable),
      lost: shareOf(probed.lost),
      passed: Number(probed.passed),
    }
    return {
      ...useOf(view, needs, originals, history),
      information: information(view.text),
      ...present({
        valid: view.raw && Number(isValid(view.raw, history)),
        restored: view.restore && Number(isSame(view.restore(), history.raw)),
        rules: rules.length === 0 ? undefined : ruleSurvival(rules, view.text).verbatim / rules.length,
        trail: expected === 0 ? undefined : { precision, recall, f1 },
        probes: probes.length === 0 ? undefined : shares,
      }),
    }
  }
}

function useOf(
  view: MethodView,
  needs: readonly Need[],
  originals: readonly string[],
  history: History,
): Pick<ViewScores, 'use' | 'deepUse'> {
  const found = needs.map(({ atom, isDeep }) => {
    const visible = holds(view.text, atom)
    return {
      isDeep,
      visible,
      grounded: visible && isGrounded(atom, view.text, history.text),
      reachable: visible || originals.some(original => holds(original, atom)),
    }
  })
  return { use: sharesOf(found), deepUse: sharesOf(found.filter(({ isDeep }) => isDeep)) }
}

interface Found {
  readonly visible: boolean
  readonly grounded: boolean
  readonly reachable: boolean
}

function sharesOf(found: readonly Found[]): OfCase<UseScores> {
  const share = (key: keyof Found): number =>
    found.filter(need => need[key]).length / Math.max(1, found.length)
  return { visible: share('visible'), grounded: share('grounded'), reachable: share('reachable') }
}

/** A history may already be invalid, for example if it was cut off: a view must not have more errors. */
function isValid(raw: readonly unknown[], { format, raw: before }: History): boolean {
  return format.check(raw).length <= format.check(before).length
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
