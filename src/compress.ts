/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import {
  type Conversation,
  type Known,
  readConversation,
  textAt,
  viewTokens,
  withKnown,
} from './conversation.ts'
import { handleNotIn, handlesIn } from './handle.ts'
import { type CompressOptions, defaults, resolveOptions, type Settings } from './options.ts'
import { fitBudget } from './plan/fit-budget.ts'
import { strategies } from './plan/index.ts'
import { type Draft, reduceBlocks } from './reduce/reduce-blocks.ts'
import { failureNote, type Outcome, type ReceiptedRun, receiptOfFailure, runOf, verbatimOf } from './run.ts'
import { memoryStore } from './store/memory.ts'
import type { CompressResult, PlanSettings, SyncStore, View } from './types.ts'
import { type Accepted, acceptDrafts } from './verify/accept-drafts.ts'
import { assertStillValid } from './verify/still-valid.ts'

/** Never throws unless `strict` is set: what cannot be compressed comes back as it is, with a note in the receipt. */
export async function compress<Raw>(
  messages: readonly Raw[],
  options: CompressOptions = {},
): Promise<CompressResult<Raw>> {
  try {
    const settings = resolveOptions(options)
    const store = settings.store ?? memoryStore()
    const conversation = readConversation(messages, settings)
    const known = knownOf(
      conversation,
      await store.views(conversation.hashes),
      await store.handles(conversation.hashes),
    )
    const outcome = chooseView(conversation, known, settings)
    const view = writeView(outcome, conversation)
    const run = runOf(outcome, conversation, settings)
    if (view !== messages && !settings.dryRun) await store.record(run)
    return resultOf(view, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** The same at once, with an embedded store. */
export function compressSync<Raw>(
  messages: readonly Raw[],
  options: CompressOptions<SyncStore> = {},
): CompressResult<Raw> {
  try {
    const settings = resolveOptions(options)
    const store = options.store ?? memoryStore()
    const conversation = readConversation(messages, settings)
    const known = knownOf(conversation, store.views(conversation.hashes), store.handles(conversation.hashes))
    const outcome = chooseView(conversation, known, settings)
    const view = writeView(outcome, conversation)
    const run = runOf(outcome, conversation, settings)
    if (view !== messages && !settings.dryRun) store.record(run)
    return resultOf(view, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** Texts that already name a handle, and that the store does not know, are not ours: ours must read differently. */
function knownOf(
  { hashes, messages, blocks }: Conversation,
  views: ReadonlyMap<string, View>,
  handles: readonly string[],
): Known {
  const foreign = blocks.filter(({ hash, compressed }) => compressed && !views.has(hash ?? ''))
  const taken = new Set(foreign.flatMap(measured => handlesIn(textAt(messages, measured))))
  const named = hashes.map(
    (hash, index) => [hash, handleNotIn(taken, handles[index] as string, hash)] as const,
  )
  return { views, handles: new Map(named) }
}

function chooseView(read: Conversation, known: Known, settings: Settings): Outcome {
  const conversation = withKnown(read, known)
  const { blocks, messages, counters, overhead } = conversation
  const texts = { views: known.views, input: new Set(blocks.map(({ hash }) => hash ?? '')) }
  const attempt = (planSettings: PlanSettings): Accepted<Draft> => {
    const plan = strategies[settings.strategy](blocks, planSettings)
    const drafts = reduceBlocks(plan, { messages, blocks, handles: known.handles, ...counters })
    return acceptDrafts(drafts, texts, counters.counter)
  }
  if (settings.budget === undefined) {
    const accepted = attempt({ ...settings, again: false })
    return {
      ...accepted,
      after: { tokens: viewTokens(conversation, false)(accepted.drafts), exact: counters.ranker.exact },
    }
  }
  const budget =
    'share' in settings.budget
      ? Math.floor(settings.budget.share * conversation.tokens)
      : settings.budget.tokens
  const tokensOf = viewTokens(conversation, true)
  const { attempt: best, ...landing } = fitBudget(
    blocks,
    { ...settings, again: false },
    budget,
    overhead,
    planSettings => {
      const accepted = planSettings === undefined ? { drafts: [], notes: [] } : attempt(planSettings)
      return { ...accepted, tokens: tokensOf(accepted.drafts) }
    },
  )
  return {
    drafts: best.drafts,
    notes: best.notes,
    after: { tokens: best.tokens, exact: counters.counter.exact },
    budget: { tokens: budget, ...landing },
  }
}

function writeView({ drafts }: Outcome, { format, raw }: Conversation): readonly unknown[] {
  const edits = drafts.map(({ measured, path, after }) => ({
    message: measured.message,
    path,
    text: after,
    media: 'text' as const,
  }))
  const view = format.write(raw, edits)
  assertStillValid(format, raw, view)
  return view
}

function resultOf<Raw>(
  view: readonly unknown[],
  run: ReceiptedRun,
  options: CompressOptions,
): CompressResult<Raw> {
  const verbatim = options.store === undefined ? verbatimOf(run) : {}
  return { messages: view as Raw[], receipt: run.receipt, verbatim }
}

function unchanged<Raw>(
  messages: readonly Raw[],
  error: unknown,
  options: CompressOptions,
): CompressResult<Raw> {
  if (options.strict) throw error
  return {
    messages: messages as Raw[],
    receipt: receiptOfFailure(options.strategy ?? defaults.strategy, failureNote(error)),
    verbatim: {},
  }
}
