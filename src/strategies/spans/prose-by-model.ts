/** Asks the ledger writer, if there is one, and chooses the view once more with its prose in the ledger. */
import { readLedger } from '../../ledger/ledger-json.ts'
import { ledgerProse } from '../../ledger/ledger-prose.ts'
import { withOwnSettings } from '../../settings/option-group.ts'
import type { Note } from '../../types.ts'
import { isNoWorse, type ViewOutcome } from '../../view/view-outcome.ts'
import type { ChosenView, ModelTurn } from '../strategy.ts'
import { proseSettings } from './prose-settings.ts'

/** Asks once. Without a valid answer, or without room for it, the view stays as it was, with a note. */
export async function proseByModel({
  conversation: { messages },
  chooserFor,
  settings,
}: ModelTurn): Promise<ChosenView> {
  const plain = chooserFor(settings)
  const chosen = plain.choose()
  const view = { chosen, chooser: plain }
  const ledger = showsLedger(chosen) ? readLedger(chosen.state?.ledger) : undefined
  const { ledgerWriter: writer, ...writing } = settings.model
  if (writer === undefined || ledger === undefined) return view
  const { prose, notes } = await ledgerProse(messages.slice(0, cutOf(chosen)), ledger, { writer, writing })
  if (prose === undefined) return noted(view, notes)
  const chooser = chooserFor(withOwnSettings(proseSettings, settings, { prose }))
  const again = { chosen: chooser.choose(), chooser }
  return showsLedger(again.chosen) && isNoWorse(again.chosen, chosen)
    ? noted(again, notes)
    : noted(view, [...notes, noRoom])
}

const noRoom: Note = {
  code: 'ledger-no-room',
  message: 'The prose of the model had no room beside what must be shown; the ledger is without it.',
}

function showsLedger({ drafts }: ViewOutcome): boolean {
  return drafts.some(({ reducer }) => reducer === 'ledger')
}

/** The index of the message after the last removed one. */
function cutOf({ drafts }: ViewOutcome): number {
  return Math.max(...drafts.map(({ measured, messages }) => measured.message + messages))
}

function noted(view: ChosenView, notes: readonly Note[]): ChosenView {
  return { ...view, chosen: { ...view.chosen, notes: [...view.chosen.notes, ...notes] } }
}
