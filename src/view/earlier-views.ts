/** Messages of a conversation that replace earlier ones, with what the store still knows of them. */
import type { Ledger } from '../ledger/ledger.ts'
import { readLedger } from '../ledger/ledger-json.ts'
import { parseLedger } from '../ledger/markdown/parse-ledger.ts'
import { storedLedgerIn } from '../ledger/stored-ledger.ts'
import { withoutAddedLines } from '../reduce/newest-lines.ts'
import type { SpanForm } from '../scan/marker.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../store/store.ts'
import { toText } from '../tokens/bytes.ts'
import { handleOf } from '../tokens/handle.ts'
import { hashText } from '../tokens/hash.ts'
import type { FormatName, Message, ResumeState } from '../types.ts'
import type { Conversation } from './conversation.ts'
import {
  coveredUntil,
  type EarlierView,
  isRecordOfState,
  type SummaryForm,
  sessionTurns,
} from './earlier-view.ts'
import { maskMessages } from './mask-messages.ts'
import { checkedState } from './resume-state.ts'
import { spanParts } from './span-parts.ts'
import { orMissing, type SyncOrAsync, waitFor } from './sync-or-async.ts'

/** The name under which the ledger of a text is kept beside it. */
export function ledgerKey(text: string): string {
  return hashText(`ledger\0${text}`)
}

interface EarlierViewSettings {
  /** The form of the strategy; a strategy without one reads no earlier views. */
  readonly summaryForm: SummaryForm | undefined
  readonly state: ResumeState | undefined
  readonly secrets: Settings['secrets']
}

/** What `uncompress` says of messages that it restored. */
interface Restored {
  readonly messages: readonly unknown[]
  readonly restored: number
  readonly missing: readonly { readonly name?: string }[]
}

export type Restore = (messages: readonly unknown[], format: FormatName) => SyncOrAsync<Restored>

/** Asks the store what it knows, one question at a time. */
export function* earlierViews(
  { unmasked: messages, raw, format }: Conversation,
  store: Store,
  { summaryForm, state, secrets }: EarlierViewSettings,
  restore: Restore,
): SyncOrAsync<readonly EarlierView[]> {
  if (summaryForm === undefined) return []
  const marked = messages.flatMap((message, index) => markedView(message, index))
  if (marked.length === 0 || summaryForm === 'line') return marked
  const given = checkedState(state)
  const keys = marked.map(({ text }) => ledgerKey(text))
  const kept = yield* orMissing(waitFor(() => store.views(keys)))
  const views: EarlierView[] = []
  for (const view of marked) {
    const hash = kept?.get(ledgerKey(view.text))?.original
    const bytes =
      hash === undefined ? undefined : yield* orMissing(waitFor(() => store.get(handleOf(hash, hash.length))))
    const stored = bytes === undefined ? undefined : storedLedgerIn(toText(bytes))
    const ledger =
      readLedger(stored) ??
      (given?.state.view === hashText(view.text) ? given.ledger : ledgerIn(view.form, view.text))
    views.push({
      ...view,
      ...(ledger === undefined ? {} : { ledger }),
      ...(stored === undefined ? {} : { spans: stored.spans }),
    })
  }
  const turns = sessionTurns(messages.length, views)
  // A ledger of more messages than there are is of another history, or of one that was rewound.
  const total = turns.at(-1) as number
  for (const [at, { ledger, spans, ...view }] of views.entries())
    if (ledger !== undefined && ledger.turns > total) views[at] = view
  // A fresh summary is made from the originals; else only what no ledger covers is restored.
  const known = summaryForm === 'summary' ? 0 : coveredUntil(views)
  for (const [at, view] of views.entries()) {
    if ((turns[view.message + 1] as number) <= known) continue
    const restored = yield* orMissing(restore([raw[view.message]], format.name))
    if (restored === undefined || restored.restored === 0) continue
    // Names that a text merely mentions are no part of it.
    if (restored.missing.some(({ name }) => name === undefined)) continue
    const read = format.read(restored.messages)
    // Messages of which only such a record is left are not available.
    if (read.some((message, index) => markedView(message, index).some(isRecordOfState))) continue
    const originals = secrets === 'mask' ? maskMessages(read) : read
    // A digest counts the digests in it as one message each.
    views[at] = { ...view, originals, messageCount: Math.max(view.messageCount, originals.length) }
  }
  return views
}

/**
 * Of several views in one message the last one with the whole ledger, else the last; the counts include all of them and the
 * messages that they were joined with.
 */
function markedView(said: Message, message: number): readonly EarlierView[] {
  const parts = spanParts(said)
  const summaries = parts.flatMap(({ mark, text }) => (mark === undefined ? [] : [{ mark, text }]))
  const last = summaries.findLast(({ mark }) => isRecordOfState(mark)) ?? summaries.at(-1)
  if (last === undefined) return []
  const { form, tokens } = last.mark
  const messageCount = parts.reduce((sum, { mark }) => sum + Math.max(1, mark?.messages ?? 1), 0)
  const hasWords = parts.length > summaries.length
  return [
    {
      message,
      form,
      messageCount,
      text: last.text,
      ...(hasWords ? { hasWords } : {}),
      ...(tokens === undefined ? {} : { tokens }),
    },
  ]
}

function ledgerIn(form: SpanForm, text: string): Ledger | undefined {
  if (form !== 'ledger') return undefined
  try {
    return parseLedger(withoutAddedLines(text.slice(text.indexOf('\n') + 1)))
  } catch {
    return undefined
  }
}
