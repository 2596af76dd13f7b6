/** Whether a file was changed after a message; reading it again changes nothing. */
import type { Row } from '../../../ledger/ledger.ts'
import { isChangedFile } from './is-changed-file.ts'

export function isChangedAfter(row: Row, turn: number): boolean {
  if (row.last <= turn || !isChangedFile(row)) return false
  const { facts } = row
  return (
    facts.length === 0 || facts.some(fact => fact.turn > turn && fact.kind !== 'read' && !fact.isDoubtful)
  )
}
