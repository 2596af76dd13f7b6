/** What one compression did: its record for the store, its receipt, and its originals for callers without a store. */
import type { Conversation } from './conversation.ts'
import { FoveaError } from './errors.ts'
import { toBytes, toText } from './measure/bytes.ts'
import { maskSecrets } from './measure/secrets.ts'
import type { Settings } from './options.ts'
import type { Draft } from './reduce/block-reducer.ts'
import type { Change, Note, Original, Receipt, Run, Verbatim } from './types.ts'
import type { Accepted } from './verify/accept-drafts.ts'

/** The drafts that were accepted and how the view came out. */
export interface Outcome extends Accepted<Draft> {
  readonly tokens: number
  /** Whether every kept block was counted, and not estimated. */
  readonly isExact: boolean
  readonly budget?: Receipt['budget']
}

/** A run that has its receipt. */
export type ReceiptedRun = Run & { readonly receipt: Receipt }

export function runOf(outcome: Outcome, conversation: Conversation, settings: Settings): ReceiptedRun {
  const originals = new Map(outcome.drafts.map(draft => [draft.measured.hash as string, originalOf(draft)]))
  const views = outcome.drafts.map(({ viewHash, measured, media }) => ({
    hash: viewHash,
    original: measured.hash as string,
    media,
  }))
  return {
    originals: [...originals.values()],
    views,
    receipt: receiptOf(outcome, conversation, settings),
    ...(settings.session === undefined ? {} : { session: settings.session }),
  }
}

function originalOf({ measured, before }: Draft): Original {
  const original = { hash: measured.hash as string, bytes: toBytes(before) }
  return measured.secret ? { ...original, searchable: maskSecrets(before) } : original
}

function receiptOf(
  outcome: Outcome,
  { format, tokens, counters }: Conversation,
  { strategy }: Settings,
): Receipt {
  const { counter, ranker } = counters
  const before = { tokens, exact: ranker.exact }
  const after = { tokens: outcome.tokens, exact: outcome.isExact ? counter.exact : ranker.exact }
  return {
    version: 1,
    format: format.name,
    strategy,
    tokens: { before, after, counter: counter.name },
    keptRatio: tokens === 0 ? 1 : outcome.tokens / tokens,
    ...(outcome.budget === undefined ? {} : { budget: outcome.budget }),
    changes: outcome.drafts.map(changeOf),
    notes: outcome.notes,
  }
}

function changeOf({ measured, reducer, reason, loss, handle, tokensAfter }: Draft): Change {
  return {
    message: measured.message,
    block: measured.block,
    reducer,
    reason,
    loss,
    original: measured.hash as string,
    handle,
    tokensBefore: measured.tokens,
    tokensAfter,
  }
}

export function failureNote(error: unknown): Note {
  const code = FoveaError.isInstance(error) ? error.code : 'internal'
  return { code, message: error instanceof Error ? error.message : String(error) }
}

/** The receipt of a compression that could not be done. */
export function receiptOfFailure(strategy: Receipt['strategy'], note: Note): Receipt {
  const unknown = { tokens: 0, exact: false }
  return {
    version: 1,
    strategy,
    tokens: { before: unknown, after: unknown, counter: 'none' },
    keptRatio: 1,
    changes: [],
    notes: [note],
  }
}

export function verbatimOf({ originals, views, receipt }: ReceiptedRun): Verbatim {
  const texts = new Map(originals.map(({ hash, bytes }) => [hash, toText(bytes)]))
  const handles = new Map(receipt.changes.map(({ original, handle }) => [original, handle]))
  return Object.fromEntries(
    views.map(({ hash, original, media }) => [
      hash,
      { handle: handles.get(original) as string, text: texts.get(original) as string, media },
    ]),
  )
}
