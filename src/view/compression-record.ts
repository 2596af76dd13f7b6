/** What is recorded of one compression: originals and views for the store, its receipt, and its originals for callers without a store. */
import { FoveaError } from '../errors.ts'
import type { BudgetShare, Change, Loss, Receipt, TokenCount, TracedDecision } from '../receipt.ts'
import type { Measured } from '../reduce/plan.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import { originalOfText } from '../store/original-of-text.ts'
import type { Original, OriginalAbout, Run } from '../store/store.ts'
import { toBytes } from '../tokens/bytes.ts'
import { handleOf } from '../tokens/handle.ts'
import { hashText } from '../tokens/hash.ts'
import type { Note, OriginalEntry, OriginalsByHash } from '../types.ts'
import type { Conversation } from './conversation.ts'
import type { OriginalText } from './originals.ts'
import type { Replacement, ViewOutcome } from './view-outcome.ts'

/** What the store records, and always with a receipt. */
export type CompressionRecord = Run & { readonly receipt: Receipt }

/** What a strategy adds to its receipt. */
export type StrategyReport = (
  outcome: ViewOutcome,
  conversation: Conversation,
  settings: Settings,
  tokens: { readonly before: number; readonly after: number },
) => Partial<Receipt>

/** What a strategy knows of the original of a block. */
export type StrategyAbout = (
  measured: Measured,
  settings: Settings,
) => { readonly kind?: string | undefined; readonly time?: number | undefined }

export function compressionRecord(
  outcome: ViewOutcome,
  conversation: Conversation,
  settings: Settings,
  {
    report = () => ({}),
    about = () => ({}),
  }: { readonly report?: StrategyReport; readonly about?: StrategyAbout } = {},
): CompressionRecord {
  // Without a store of the caller, nothing is recorded.
  const stored = settings.store === undefined ? [] : outcome.drafts
  const originals = new Map(
    stored.map(draft => [draft.original.hash, originalOf(draft, about(draft.measured, settings))]),
  )
  const { extraTexts = [], joins = [] } = outcome
  const extra = extraTexts.map(({ viewHash, text }) => ({ viewHash, original: originalOfText(text) }))
  return {
    originals: [
      ...originals.values(),
      ...extra.map(({ original }) => original),
      // What is joined is found in the view and under its own handles; secrets in it are not.
      ...joins.map(({ hash, text }) => ({ hash, bytes: toBytes(text), searchable: '' })),
    ],
    views: [
      ...outcome.drafts.map(({ viewHash, original: { hash, media } }) => ({
        hash: viewHash,
        original: hash,
        media,
      })),
      ...extra.map(({ viewHash, original }) => ({
        hash: viewHash,
        original: original.hash,
        media: 'text' as const,
      })),
      ...joins.flatMap(({ viewHashes, hash }) =>
        viewHashes.map(view => ({ hash: view, original: hash, media: 'messages' as const })),
      ),
    ],
    receipt: receiptOf(outcome, conversation, settings, report),
    ...(settings.session === undefined ? {} : { session: settings.session }),
  }
}

function originalOf(draft: Replacement, known: ReturnType<StrategyAbout>): Original {
  const { members, original: source } = draft
  const { hash, bytes = toBytes(source.text) } = source
  const original = { hash, bytes, about: aboutOf(draft, known) }
  return members.some(({ secret }) => secret)
    ? { ...original, searchable: maskSecrets(source.text) }
    : original
}

/** Messages that were replaced together are a conversation, whatever was printed in them. */
function aboutOf(
  { measured: { source, role }, original }: Replacement,
  { kind = role === 'tool' ? 'result' : 'conversation', time }: ReturnType<StrategyAbout>,
): OriginalAbout {
  const isOne = original.media !== 'messages'
  return {
    kind: isOne ? kind : 'conversation',
    ...(isOne && source?.path !== undefined ? { path: source.path } : {}),
    ...(time === undefined ? {} : { time }),
  }
}

function receiptOf(
  outcome: ViewOutcome,
  conversation: Conversation,
  settings: Settings,
  report: StrategyReport,
): Receipt {
  const { format, blocks, tokens, counters } = conversation
  const { counter, ranker } = counters
  const { strategy, trace } = settings
  const after = { tokens: outcome.tokens, exact: outcome.isExact ? counter.exact : ranker.exact }
  const before =
    outcome.isExact && ranker !== counter
      ? beforeExactly(outcome, after, format.framing.message)
      : { tokens, exact: ranker.exact }
  const share = budgetShareOf(settings)
  return {
    version: 2,
    format: format.name,
    strategy,
    tokens: { before, after, counter: counter.name },
    keptRatio: before.tokens === 0 ? 1 : after.tokens / before.tokens,
    ...(outcome.budget === undefined
      ? {}
      : { budget: { ...outcome.budget, ...(share === undefined ? {} : { share }) } }),
    changes: outcome.drafts.map(changeOf),
    losses: lossesOf(outcome),
    notes: outcome.notes,
    ...(outcome.joins === undefined
      ? {}
      : { joined: outcome.joins.map(({ first, last }) => ({ first, last })) }),
    ...(trace ? { decisions: traceOf(outcome, blocks) } : {}),
    ...(outcome.gate === undefined ? {} : { gate: outcome.gate }),
    ...(outcome.note === undefined ? {} : { note: outcome.note }),
    ...(settings.auto === undefined ? {} : { auto: settings.auto }),
    ...report(outcome, conversation, settings, { before: before.tokens, after: after.tokens }),
  }
}

function budgetShareOf({ budget }: Settings): BudgetShare | undefined {
  return budget === undefined || 'share' in budget ? undefined : budget.of
}

/** What stayed counts the same on both sides; only what was replaced is taken as it was measured. */
function beforeExactly({ drafts }: ViewOutcome, after: TokenCount, frame: number): TokenCount {
  const saved = drafts.reduce((sum, { tokensBefore, tokensAfter, messages, original }) => {
    // Replacing several messages also saves their framing.
    const frames = original.media === 'messages' && original.isSummary !== true ? (messages - 1) * frame : 0
    return sum + Math.max(0, tokensBefore - tokensAfter + frames)
  }, 0)
  return { tokens: after.tokens + saved, exact: after.exact && drafts.length === 0 }
}

function lossesOf({ drafts }: ViewOutcome): Receipt['losses'] {
  const count = (loss: Loss) => drafts.filter(draft => draft.loss === loss).length
  return { lossless: count('lossless'), recoverable: count('recoverable'), lossy: count('lossy') }
}

function changeOf(draft: Replacement): Change {
  const { measured, messages, reducer, reason, loss, original, tokensBefore, tokensAfter } = draft
  return {
    message: measured.message,
    block: measured.block,
    ...(messages === 1
      ? {}
      : { merged: Array.from({ length: messages - 1 }, (_, at) => measured.message + at + 1) }),
    reducer,
    reason,
    loss,
    original: original.hash,
    handle: original.handle,
    tokensBefore,
    tokensAfter,
  }
}

export function failureNote(error: unknown): Note {
  const code = FoveaError.isInstance(error) ? error.code : 'internal'
  return { code, message: error instanceof Error ? error.message : String(error) }
}

export function originalsByHashOf({ drafts, extraTexts = [], joins = [] }: ViewOutcome): OriginalsByHash {
  return Object.fromEntries([
    ...drafts.map(({ viewHash, original }) => [viewHash, entryOf(original)]),
    ...extraTexts.map(({ viewHash, text }) => [
      viewHash,
      { handle: handleOf(hashText(text)), text, media: 'text' },
    ]),
    ...joins.flatMap(({ viewHashes, hash, text }) =>
      viewHashes.map(view => [view, { handle: handleOf(hash), text, media: 'messages' }]),
    ),
  ])
}

/** Its text is decoded from the bytes lazily. */
function entryOf(original: OriginalText): OriginalEntry {
  const { handle, media } = original
  return {
    handle,
    get text() {
      return original.text
    },
    media,
  }
}

/** What became of every block, decision by decision. */
function traceOf({ plan, drafts }: ViewOutcome, blocks: readonly Measured[]): readonly TracedDecision[] {
  const accepted = new Map(drafts.map(draft => [keyOf(draft.measured), draft]))
  return blocks.map((measured, index): TracedDecision => {
    const { message, block, tokens } = measured
    const decision = plan?.decisions[index]
    const kept = { message, block, action: 'keep', tokensBefore: tokens, tokensAfter: tokens } as const
    if (decision === undefined) return { ...kept, reason: 'nothing to do' }
    if (decision.action === 'keep') return { ...kept, reason: decision.reason }
    const draft = accepted.get(keyOf(decision.action === 'merge' ? decision.into : measured))
    if (draft === undefined) return { ...kept, reason: `${decision.reason}, but nothing smaller was found` }
    const { action } = decision
    const isFirst = draft.measured.message === message && draft.measured.block === block
    return {
      message,
      block,
      action,
      reducer: draft.reducer,
      reason: isFirst ? draft.reason : decision.reason,
      tokensBefore: tokens,
      tokensAfter: isFirst ? draft.tokensAfter : 0,
    }
  })
}

function keyOf({ message, block }: { readonly message: number; readonly block: number }): string {
  return `${message} ${block}`
}
