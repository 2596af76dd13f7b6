/** The strategy `coverage`: the newest messages, and digests of the rest that cover what is most likely needed.
 *
 * Its stages, in the order in which they run; each uses only those before it. `coverage-chooser.ts` starts with the layout,
 * `render-digests.ts` goes on from there.
 *
 * - `layout/`: which messages stay, in which form, and which runs of messages become digests.
 * - `facts/`: what is known of the whole conversation, its turns, files and calls.
 * - `head/`: the lines at the head of the view, which say the state of the work.
 * - `read/`: each block becomes lines that can be shown alone: the candidates.
 * - `mark/`: what other messages say of a candidate: replaced, answered, run again, repeated.
 * - `weigh/`: what each candidate costs, and what it is worth.
 * - `select/`: the candidates that cover the most within the room.
 * - `render/`: the text of each digest.
 * - `note/`: where a model writes, its note takes the place of chosen lines.
 */
import { callsIn } from '../../scan/actions/actions-in.ts'
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'
import { coverageOutcome } from './coverage-chooser.ts'
import { noteByModel } from './note/note-by-model.ts'
import { readParts } from './read/read-parts.ts'

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
  byModel: noteByModel,
  withMustShow: (input, { texts }) => ({ ...input, settings: { ...input.settings, mustShow: texts } }),
}
