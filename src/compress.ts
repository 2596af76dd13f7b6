/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import type { CompressOptions, Settings } from './options.ts'
import { resolveOptions, strategyOf } from './resolve-options.ts'
import { stableChooser } from './second-round.ts'
import { memoryStore } from './store/memory.ts'
import { decideStrategy } from './strategies/auto/decide-strategy.ts'
import { strategyNamed } from './strategies/index.ts'
import { classifyByModel } from './strategies/rules/classify-by-model.ts'
import { proseByModel } from './strategies/spans/prose-by-model.ts'
import type { ViewChooser } from './strategies/strategy.ts'
import { withStrategyFacts } from './strategies/strategy-facts.ts'
import { summarizeByModel } from './strategies/summarize-by-model.ts'
import type { CompressResult, SyncStore, View } from './types.ts'
import { uncompress, uncompressSync } from './uncompress.ts'
import { readConversation, storeLookupOf, withStoreLookup } from './view/conversation.ts'
import { earlierViews, earlierViewsSync } from './view/earlier-views.ts'
import type { Outcome } from './view/outcome.ts'
import { failureNote, originalsByHashOf, type ReceiptedRun, receiptOfFailure, runOf } from './view/run.ts'
import { writeView } from './view/write-view.ts'

/** Never throws unless `strict` is set: what cannot be compressed comes back as it is, with a note in the receipt. */
export async function compress<Raw>(
  messages: readonly Raw[],
  options: CompressOptions = {},
): Promise<CompressResult<Raw>> {
  try {
    return await compressed(messages, options)
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
    return compressedSync(messages, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** `taken` are views of other originals in the store, which the view must not read like. */
async function compressed<Raw>(
  messages: readonly Raw[],
  options: CompressOptions,
  taken: ReadonlyMap<string, View> = new Map(),
): Promise<CompressResult<Raw>> {
  const asked = resolveOptions(options)
  const store = asked.store ?? memoryStore()
  const read = readConversation(messages, asked)
  const settings = decideStrategy(read, asked)
  const strategy = strategyNamed(settings.strategy)
  const views = new Map([...taken, ...(await store.views(read.hashes))])
  const lookup = {
    ...storeLookupOf(read, views, await store.handles(read.hashes)),
    earlier: await earlierViews(
      read,
      store,
      { ...settings, summaryForm: strategy.summaryForm },
      (view, format) => uncompress(view, store, { format, strict: true }),
    ),
  }
  const conversation = withStoreLookup(withStrategyFacts(read, strategy, settings), lookup)
  const chooserFor = (by: Settings): ViewChooser => stableChooser({ conversation, lookup, settings: by })
  const plain = chooserFor(settings)
  const classified = await classifyByModel(plain.choose, conversation, settings)
  const { chosen, chooser } = await proseByModel(
    { chosen: classified, chooser: plain },
    conversation,
    settings,
    chooserFor,
  )
  const revised = await summarizeByModel(chosen, conversation.counters.counter, settings, chooser.revise)
  const outcome = chooser.recheck(chosen, revised)
  const { messages: view, outcome: written } = writeView(outcome, conversation, lookup)
  const run = runOf(written, conversation, settings, strategy.metrics)
  const others = viewsOfOthers(run.views, await store.views(hashesOf(run.views)), taken)
  if (others.size > 0) return compressed(messages, options, new Map([...taken, ...others]))
  if (view !== messages && !settings.dryRun) await store.record(run)
  return resultOf(view, written, run, options)
}

function compressedSync<Raw>(
  messages: readonly Raw[],
  options: CompressOptions<SyncStore>,
  taken: ReadonlyMap<string, View> = new Map(),
): CompressResult<Raw> {
  const asked = resolveOptions(options)
  const store = options.store ?? memoryStore()
  const read = readConversation(messages, asked)
  const settings = decideStrategy(read, asked)
  const strategy = strategyNamed(settings.strategy)
  const views = new Map([...taken, ...store.views(read.hashes)])
  const lookup = {
    ...storeLookupOf(read, views, store.handles(read.hashes)),
    earlier: earlierViewsSync(
      read,
      store,
      { ...settings, summaryForm: strategy.summaryForm },
      (view, format) => uncompressSync(view, store, { format, strict: true }),
    ),
  }
  const conversation = withStoreLookup(withStrategyFacts(read, strategy, settings), lookup)
  const outcome = stableChooser({ conversation, lookup, settings }).choose()
  const { messages: view, outcome: written } = writeView(outcome, conversation, lookup)
  const run = runOf(written, conversation, settings, strategy.metrics)
  const others = viewsOfOthers(run.views, store.views(hashesOf(run.views)), taken)
  if (others.size > 0) return compressedSync(messages, options, new Map([...taken, ...others]))
  if (view !== messages && !settings.dryRun) store.record(run)
  return resultOf(view, written, run, options)
}

function hashesOf(views: readonly View[]): readonly string[] {
  return views.map(({ hash }) => hash)
}

/** Views in the store that read like one of these and stand for another original, without those that are known. */
function viewsOfOthers(
  views: readonly View[],
  held: ReadonlyMap<string, View>,
  known: ReadonlyMap<string, View>,
): ReadonlyMap<string, View> {
  const others = new Map<string, View>()
  for (const { hash, original, media } of views) {
    const other = held.get(hash)
    if (other === undefined || known.has(hash)) continue
    if (other.original !== original || other.media !== media) others.set(hash, other)
  }
  return others
}

function resultOf<Raw>(
  view: readonly unknown[],
  outcome: Outcome,
  { receipt }: ReceiptedRun,
  { store }: CompressOptions,
): CompressResult<Raw> {
  return {
    messages: view as Raw[],
    receipt,
    originalsByHash: store === undefined ? originalsByHashOf(outcome) : {},
    ...(outcome.state === undefined ? {} : { state: outcome.state }),
  }
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
    originalsByHash: {},
  }
}
