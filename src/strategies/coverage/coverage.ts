/** The strategy `coverage`: keeps the newest messages; digests of the others cover what is most likely needed.
 *
 * Its stages, in the order in which they run; each uses only those before it. `coverage-outcome.ts` starts with the layout,
 * `render-digests.ts` continues from there.
 *
 * - `layout/`: which messages stay, in which form, and which runs of messages become digests.
 * - `facts/`: facts about the whole conversation, its turns, files and calls.
 * - `head/`: the lines at the head of the view, with the state of the work.
 * - `read/`: splits each block into lines that can be shown alone: the candidates.
 * - `mark/`: marks candidates by what other messages say: replaced, answered, run again, repeated.
 * - `weigh/`: the cost and the worth of each candidate.
 * - `select/`: the candidates that cover the most within the room.
 * - `render/`: the text of each digest.
 * - `note/`: if a model writes a note, it replaces chosen lines.
 */
import { callsIn } from '../../scan/actions/actions-in.ts'
import { draftReviser } from '../blocks/draft-reviser.ts'
import type { Strategy } from '../strategy.ts'
import { coverageOutcome } from './coverage-outcome.ts'
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
