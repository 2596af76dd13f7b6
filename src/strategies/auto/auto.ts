/** The strategy `auto`: chooses another strategy, or leaves the request as it is. */
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'
import { decideStrategy } from './decide-strategy.ts'

export const auto: Strategy = {
  name: 'auto',
  reads: ['focus', 'handles', 'state', 'anchored', 'auto', 'model.ledgerWriter', 'model.writer'],
  decide: decideStrategy,
  chooser: input => {
    const revise = draftReviser(input)
    return { revise, choose: () => revise([]) }
  },
}
