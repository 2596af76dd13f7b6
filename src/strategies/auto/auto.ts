/** The strategy `auto` where `decideStrategy` found nothing to do: the request stays as it is. */
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'

export const auto: Strategy = {
  name: 'auto',
  reads: ['focus', 'handles', 'state', 'anchored', 'auto', 'model.ledgerWriter', 'model.writer'],
  chooser: input => {
    const revise = draftReviser(input)
    return { revise, choose: () => revise([]) }
  },
}
