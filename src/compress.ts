/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import {
  type Conversation,
  type Known,
  knownOf,
  readConversation,
  viewTokens,
  withKnown,
} from './conversation.ts'
import { type CompressOptions, defaults, resolveOptions, type Settings } from './options.ts'
import { fitBudget } from './plan/fit-budget.ts'
import { strategies } from './plan/index.ts'
import { blockReducer } from './reduce/block-reducer.ts'
import { failureNote, type Outcome, type ReceiptedRun, receiptOfFailure, runOf, verbatimOf } from './run.ts'
import { memoryStore } from './store/memory.ts'
import type { CompressResult, PlanSettings, SyncStore } from './types.ts'
import { acceptDrafts } from './verify/accept-drafts.ts'
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
    const { hashes } = conversation
    const known = knownOf(conversation, await store.views(hashes), await store.handles(hashes))
    const outcome = chooseView(withKnown(conversation, known), known, settings)
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
    const { hashes } = conversation
    const known = knownOf(conversation, store.views(hashes), store.handles(hashes))
    const outcome = chooseView(withKnown(conversation, known), known, settings)
    const view = writeView(outcome, conversation)
    const run = runOf(outcome, conversation, settings)
    if (view !== messages && !settings.dryRun) store.record(run)
    return resultOf(view, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

function chooseView(conversation: Conversation, known: Known, settings: Settings): Outcome {
  const { blocks, messages, counters, overhead } = conversation
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: known.views, input: new Set(blocks.map(({ hash }) => hash ?? '')) }
  const reduce = blockReducer({ messages, blocks, handles: known.handles, counter: counters.counter })
  const attempt = (planSettings: PlanSettings): Outcome => {
    const plan = strategies[settings.strategy](blocks, planSettings)
    const accepted = acceptDrafts(reduce(plan), texts, counters.counter)
    return { ...accepted, tokens: tokensOf(accepted.drafts), isExact }
  }
  const planSettings = { ...settings, again: false }
  if (settings.budget === undefined) return attempt(planSettings)
  const untouched = (): Outcome => ({ drafts: [], notes: [], tokens: tokensOf([]), isExact })
  const target =
    'share' in settings.budget ? settings.budget.share * conversation.tokens : settings.budget.tokens
  return fitBudget(blocks, planSettings, { tokens: Math.floor(target), overhead }, untouched, attempt)
}

function writeView({ drafts }: Outcome, { format, raw }: Conversation): readonly unknown[] {
  const edits = drafts.map(({ measured: { message }, path, after }) => ({
    message,
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
  const receipt = receiptOfFailure(options.strategy ?? defaults.strategy, failureNote(error))
  return { messages: messages as Raw[], receipt, verbatim: {} }
}
