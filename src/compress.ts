/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import {
  type Conversation,
  type Known,
  keysOf,
  knownOf,
  readConversation,
  viewTokens,
  withKnown,
} from './conversation.ts'
import { type MessageSpan, replaceSpans } from './message-spans.ts'
import { budgetTokens, type CompressOptions, resolveOptions, type Settings, strategyOf } from './options.ts'
import { originalsOf } from './originals.ts'
import type { Outcome } from './outcome.ts'
import { strategies } from './plan/index.ts'
import { viewKey } from './provenance.ts'
import { blockReducer, type Draft } from './reduce/block-reducer.ts'
import { failureNote, type ReceiptedRun, receiptOfFailure, runOf, verbatimOf } from './run.ts'
import { memoryStore } from './store/memory.ts'
import { summarizeByModel } from './summarize-by-model.ts'
import type { CompressResult, Edit, PlanSettings, SyncStore } from './types.ts'
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
    const { choose, revise } = viewChooser(withKnown(conversation, known), known, settings)
    const outcome = await summarizeByModel(choose(), conversation.counters.counter, settings, revise)
    const view = writeView(outcome, conversation)
    const run = runOf(outcome, conversation, settings)
    if (view !== messages && !settings.dryRun) await store.record(run)
    return resultOf(view, outcome, run, options)
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
    const outcome = viewChooser(withKnown(conversation, known), known, settings).choose()
    const view = writeView(outcome, conversation)
    const run = runOf(outcome, conversation, settings)
    if (view !== messages && !settings.dryRun) store.record(run)
    return resultOf(view, outcome, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** Chooses the view, and judges one whose texts were revised since. */
interface ViewChooser {
  readonly choose: () => Outcome
  readonly revise: (drafts: readonly Draft[]) => Outcome
}

function viewChooser(conversation: Conversation, known: Known, settings: Settings): ViewChooser {
  const { blocks, messages, counters, overhead, tokens } = conversation
  const { plan, fitBudget } = strategies[settings.strategy]
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: known.views, input: keysOf(conversation) }
  const originals = originalsOf(conversation, settings)
  const reduce = blockReducer({
    messages,
    blocks,
    handles: known.handles,
    // Without a budget nobody asked for exact sizes: an estimate will do where it leaves no doubt.
    counter: isExact ? counters.counter : counters.ranker,
    summaryId: settings.embedSummaryId ? originals.summaryId : undefined,
  })
  const revise = (drafts: readonly Draft[]): Outcome => {
    const replacements = drafts.map(draft => {
      const original = originals.of(draft)
      return { ...draft, original, viewHash: viewKey(draft.after, original.message) }
    })
    const accepted = acceptDrafts(replacements, texts, counters.counter)
    return { ...accepted, tokens: tokensOf(accepted.drafts), isExact }
  }
  const attempt = (planSettings: PlanSettings): Outcome => {
    const chosen = plan(blocks, planSettings)
    return { ...revise(reduce(chosen)), plan: chosen }
  }
  const choose = (): Outcome => {
    const planSettings = { ...settings, again: false, truncateFrom: Number.POSITIVE_INFINITY }
    const isBelow = tokens < settings.compressionThreshold
    if (settings.budget === undefined) return isBelow ? revise([]) : attempt(planSettings)
    const budget = budgetTokens(settings.budget, tokens)
    if (isBelow) return belowThreshold(revise([]), budget)
    return fitBudget({
      blocks,
      settings: planSettings,
      tokens: budget,
      overhead,
      untouched: () => revise([]),
      attempt,
    })
  }
  return { choose, revise }
}

/** The threshold comes first: a small request is left alone, whatever the budget. */
function belowThreshold(untouched: Outcome, budget: number): Outcome {
  const met = untouched.tokens <= budget
  const floor = { tokens: untouched.tokens, parts: { 'below the compression threshold': untouched.tokens } }
  return { ...untouched, budget: met ? { tokens: budget, met } : { tokens: budget, met, floor } }
}

function writeView({ drafts }: Outcome, { format, raw }: Conversation): readonly unknown[] {
  const edits: Edit[] = []
  const spans: MessageSpan[] = []
  for (const { measured, members, path, after, original } of drafts) {
    const edit = { message: measured.message, path, text: after, media: 'text' as const }
    if (original.media !== 'messages') edits.push(edit)
    else
      spans.push({
        first: measured.message,
        last: measured.message + members.length - 1,
        messages: format.write([original.message], [{ ...edit, message: 0 }]),
      })
  }
  const view = replaceSpans(format.write(raw, edits), spans)
  assertStillValid(format, raw, view)
  return view
}

function resultOf<Raw>(
  view: readonly unknown[],
  outcome: Outcome,
  { receipt }: ReceiptedRun,
  { store }: CompressOptions,
): CompressResult<Raw> {
  return { messages: view as Raw[], receipt, verbatim: store === undefined ? verbatimOf(outcome) : {} }
}

function unchanged<Raw>(
  messages: readonly Raw[],
  error: unknown,
  options: CompressOptions,
): CompressResult<Raw> {
  if (options.strict) throw error
  return {
    messages: messages as Raw[],
    receipt: receiptOfFailure(strategyOf(options), failureNote(error)),
    verbatim: {},
  }
}
