/** The strategy `coverage`: the newest messages, and digests of the rest that cover what is most likely needed. */
import { callsIn } from '../../scan/actions/actions-in.ts'
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'
import { coverageOutcome } from './coverage-chooser.ts'
import { readParts } from './digest/read-parts.ts'

export const coverage: Strategy = {
  name: 'coverage',
  reads: ['focus', 'handles', 'model.writer'],
  // Its digests begin with the ledger.
  summaryForm: 'ledger',
  // A digest of a digest would lose a little more with each round.
  fromOriginals: true,
  readAhead: (messages, blocks) => {
    readParts(messages, blocks)
    callsIn(messages)
  },
  chooser: input => {
    const revise = draftReviser(input)
    return { revise, choose: () => coverageOutcome(input, () => revise([])) }
  },
  withMustShow: (input, { texts }) => ({ ...input, settings: { ...input.settings, mustShow: texts } }),
}
