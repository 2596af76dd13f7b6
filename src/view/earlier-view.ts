/** A message that replaces earlier ones. */
import type { Ledger } from '../ledger/ledger.ts'
import type { LedgerSpan } from '../ledger/stored-ledger.ts'
import type { SpanForm } from '../scan/marker.ts'
import type { Message } from '../types.ts'

/** In place of messages: a line with their handle, a ledger, a summary by a model, or one line of state. */
export type SummaryForm = 'line' | 'ledger' | 'summary' | 'state-line'

export interface EarlierView {
  readonly message: number
  readonly form: SpanForm
  /** How many messages of the session it replaces. */
  readonly messageCount: number
  /** The number of tokens, where the text gives it. */
  readonly tokens?: number
  readonly text: string
  /** Holds messages of the session beside it, which it was joined with. */
  readonly hasWords?: true
  /** Its ledger: as it was stored, with its lineage, or as the text says it. */
  readonly ledger?: Ledger
  /** Where the messages are that the ledger covers. */
  readonly spans?: readonly LedgerSpan[]
  /** The messages that it replaces, where they could be restored. */
  readonly originals?: readonly Message[]
}

/** The number in the session of each message, and of the one that would come next. */
export function sessionTurns(messages: number, views: readonly EarlierView[]): readonly number[] {
  const messageCount = new Map(views.map(view => [view.message, view.messageCount]))
  const turns = [0]
  for (let index = 0; index < messages; index += 1)
    turns.push((turns[index] as number) + (messageCount.get(index) ?? 1))
  return turns
}

/** The last message of the session that the ledgers in a view cover. */
export function coveredUntil(views: readonly EarlierView[]): number {
  return views.reduce((most, { ledger }) => Math.max(most, ledger?.turns ?? 0), 0)
}

/** A view of this form shows what no later one shows unless it is read. */
export function isRecordOfState({ form }: Pick<EarlierView, 'form'>): boolean {
  return form !== 'line' && form !== 'digest'
}
