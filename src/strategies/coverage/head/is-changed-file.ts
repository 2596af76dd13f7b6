/** Whether a row of the ledger is a file that was changed. */
import type { Row } from '../../../ledger/ledger.ts'

export function isChangedFile({ section, state }: Row): boolean {
  return section === 'files' && /created|modified|deleted|wrote/.test(state)
}
