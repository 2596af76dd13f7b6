/** The strategy `cap`: one copy of every text, and no text above the cap. */
import { withOrigins } from '../../measure/relations/tool-output-refs.ts'
import { blockChooser } from '../blocks/block-chooser.ts'
import type { Strategy } from '../strategy.ts'
import { capPlan } from './cap-plan.ts'
import { fitCap } from './fit-cap.ts'

export const cap: Strategy = {
  name: 'cap',
  facts: withOrigins,
  chooser: blockChooser({ plan: capPlan, fitBudget: fitCap }),
}
