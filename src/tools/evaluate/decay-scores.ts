/** Every metric that one view can be given, by name: what decay reports for each round. */
import { probesOf, scoreProbes } from '../../measure/probes/probes.ts'
import { conversationText } from '../../scan/spoken-text.ts'
import { countersFor } from '../../tokens/counters.ts'
import { trailMeter } from './artifact-trail.ts'
import type { Cut } from './cut.ts'
import type { MeasuredView } from './decay.ts'
import { isGrounded } from './grounding.ts'
import { futureUse, needsOf } from './needs.ts'
import { informationMeter, nextActions } from './predictive-information.ts'
import { ruleSurvival, rulesOf } from './rule-survival.ts'

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
