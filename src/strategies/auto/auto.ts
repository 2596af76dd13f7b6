/** The strategy `auto` where `decideStrategy` found nothing to do: the request stays as it is. */
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'
import { autoOptions } from './auto-options.ts'

export const auto: Strategy = {
  name: 'auto',
  options: autoOptions,
  chooser: input => {
    const revise = draftReviser(input)
    return { revise, choose: () => revise([]) }
  },
}
