/** The strategy `rules`: shortens a conversation block by block, by the first rule that holds. */
import { withOrigins } from '../../measure/relations/tool-output-refs.ts'
import type { PlanSettings } from '../../reduce/plan.ts'
import { ownSettings, withOwnSettings } from '../../settings/option-group.ts'
import { type Fitted, type Fitting, untouchedIfNear, withFloor } from '../../view/fitting.ts'
import { blockChooser } from '../blocks/block-chooser.ts'
import { largestFitting } from '../blocks/largest-fitting.ts'
import type { Strategy } from '../strategy.ts'
import { classifyByModel } from './classify-by-model.ts'
import { withRuleFacts } from './rule-facts.ts'
import { rulesOptions } from './rules-options.ts'
import { rulesPlan } from './rules-plan.ts'

export const rules: Strategy = {
  name: 'rules',
  reads: ['rules', 'model.classifier'],
  facts: (messages, blocks, settings) => {
    const wanted = { ...settings, ...ownSettings(rulesOptions, settings) }
    return withOrigins(messages, withRuleFacts(messages, blocks, wanted))
  },
  byModel: classifyByModel,
  chooser: blockChooser({
    plan: rulesPlan,
    fitBudget: fitWindow,
    isAnnotated: true,
    summaries: settings => ownSettings(rulesOptions, settings),
  }),
}

/** Shorter texts are not cut. */
const minTruncated = 513

/** Finds the largest recency window with which a view stays within its budget. */
function fitWindow<Attempt extends { readonly tokens: number }>(fitting: Fitting<Attempt>): Fitted<Attempt> {
  const { blocks, settings, tokens: budget, attempt } = fitting
  const untouched = untouchedIfNear(fitting)
  if (untouched !== undefined && untouched.tokens <= budget)
    return { ...untouched, budget: { tokens: budget, met: true } }
  const messages = (blocks.at(-1)?.message ?? -1) + 1
  const under = (planSettings: PlanSettings): Attempt | undefined => {
    const result = attempt(planSettings)
    return result.tokens <= budget ? result : undefined
  }
  const { minRecencyWindow, forceConverge } = ownSettings(rulesOptions, settings)
  const minWindow = Math.min(minRecencyWindow, messages)
  const narrowest = attempt({ ...settings, recencyWindow: minWindow })
  if (narrowest.tokens <= budget) {
    const wider = largestFitting(minWindow + 1, messages - 1, recencyWindow =>
      under({ ...settings, recencyWindow }),
    )
    return { ...(wider ?? narrowest), budget: { tokens: budget, met: true } }
  }
  if (!forceConverge) return withFloor(fitting, narrowest)
  const truncated = (truncateFrom: number): PlanSettings =>
    withOwnSettings(rulesOptions, { ...settings, recencyWindow: minWindow }, { truncateFrom })
  const shortest = attempt(truncated(minTruncated))
  if (shortest.tokens > budget)
    return withFloor(fitting, shortest.tokens < narrowest.tokens ? shortest : narrowest)
  // The longest texts are cut first: this finds the highest limit that meets the budget.
  const lengths = [...new Set(blocks.map(({ length }) => length))].filter(length => length > minTruncated)
  const sorted = lengths.sort((a, b) => a - b)
  const fewest = largestFitting(0, sorted.length - 1, at => under(truncated(sorted[at] ?? minTruncated)))
  return { ...(fewest ?? shortest), budget: { tokens: budget, met: true } }
}
