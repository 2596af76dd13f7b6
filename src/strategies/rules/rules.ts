/** The strategy `rules`: the message pipeline's classification, first match wins, every decision with its reason. */
import { withOrigins } from '../../measure/relations/tool-output-refs.ts'
import { blockChooser } from '../blocks/block-chooser.ts'
import type { Strategy } from '../strategy.ts'
import { fitWindow } from './fit-window.ts'
import { withRuleFacts } from './rule-facts.ts'
import { rulesPlan } from './rules-plan.ts'

export const rules: Strategy = {
  name: 'rules',
  facts: (messages, blocks, settings) => withOrigins(messages, withRuleFacts(messages, blocks, settings)),
  chooser: blockChooser({ plan: rulesPlan, fitBudget: fitWindow }),
}
