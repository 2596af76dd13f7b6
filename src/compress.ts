/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import { FoveaError } from './errors.ts'
import type { CompressOptions, Settings, SyncCompressOptions } from './options.ts'
import { resolveOptions, strategyOf } from './resolve-options.ts'
import { stableChooser } from './second-round.ts'
import { memoryStore } from './store/memory.ts'
import type { Store, View } from './store/store.ts'
import { decideStrategy } from './strategies/auto/decide-strategy.ts'
import { noteByModel } from './strategies/coverage/note-by-model.ts'
import { strategyNamed } from './strategies/index.ts'
import { classifyByModel } from './strategies/rules/classify-by-model.ts'
import { proseByModel } from './strategies/spans/prose-by-model.ts'
import type { ViewChooser } from './strategies/strategy.ts'
import { withStrategyFacts } from './strategies/strategy-facts.ts'
import { summarizeByModel } from './strategies/summarize-by-model.ts'
import type { CompressResult } from './types.ts'
import { uncompress, uncompressSync } from './uncompress.ts'
import { type Conversation, readConversation, storeLookupOf, withStoreLookup } from './view/conversation.ts'
import type { EarlierView } from './view/earlier-view.ts'
import {
  type EarlierViewSettings,
  earlierViews,
  earlierViewsSync,
  type Restore,
  type SyncRestore,
} from './view/earlier-views.ts'
import type { Outcome } from './view/outcome.ts'
import { failureNote, originalsByHashOf, type ReceiptedRun, receiptOfFailure, runOf } from './view/run.ts'
import { isShareOfView, withShareOf } from './view/share-of-whole.ts'
import { writeView } from './view/write-view.ts'

/** Never throws unless `strict` is set: what cannot be compressed comes back as it is, with a note in the receipt. */
export async function compress<Raw>(
  messages: readonly Raw[],
  options: CompressOptions = {},
): Promise<CompressResult<Raw>> {
  try {
    const store = options.store ?? memoryStore()
    const restore: Restore = (view, format) => uncompress(view, store, { format, strict: true })
    const readEarlier: ReadEarlier = (read, by) => earlierViews(read, store, by, restore)
    const steps = pipeline(messages, options, { store, restore, readEarlier })
    let step = steps.next()
    while (!step.done) step = steps.next(await step.value())
    return step.value
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** The same at once, with an embedded store and without a model. */
export function compressSync<Raw>(
  messages: readonly Raw[],
  options: SyncCompressOptions = {},
): CompressResult<Raw> {
  try {
    if (options.model !== undefined)
      throw new FoveaError('invalid-option', 'compressSync cannot wait for a model; compress can.')
    const store = options.store ?? memoryStore()
    const restore: SyncRestore = (view, format) => uncompressSync(view, store, { format, strict: true })
    const readEarlier: ReadEarlier = (read, by) => earlierViewsSync(read, store, by, restore)
    const steps = pipeline(messages, options, { store, restore, readEarlier })
    let step = steps.next()
    while (!step.done) step = steps.next(step.value())
    return step.value
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** Work that may have to be waited for; its result comes back from the `yield`. */
type Steps<Result> = Generator<() => unknown, Result, unknown>

function* waitFor<Value>(work: () => Value | Promise<Value>): Steps<Value> {
  return (yield work) as Value
}

type ReadEarlier = (
  read: Conversation,
  settings: EarlierViewSettings,
) => readonly EarlierView[] | Promise<readonly EarlierView[]>

interface Originals {
  readonly store: Store
  readonly restore: Restore
  readonly readEarlier: ReadEarlier
}

/** `taken` are views of other originals in the store, which the view must not read like. */
function* pipeline<Raw>(
  messages: readonly Raw[],
  options: CompressOptions,
  originals: Originals,
  taken: ReadonlyMap<string, View> = new Map(),
): Steps<CompressResult<Raw>> {
  const { store, restore, readEarlier } = originals
  const asked = resolveOptions(options)
  const read = readConversation(messages, asked)
  const views = new Map([...taken, ...(yield* waitFor(() => store.views(read.hashes)))])
  const budgeted = isShareOfView(read, views, asked)
    ? withShareOf((yield* waitFor(() => restore(messages, read.format.name))).messages, asked)
    : asked
  const settings = decideStrategy(read, budgeted)
  const strategy = strategyNamed(settings.strategy)
  const handles = yield* waitFor(() => store.handles(read.hashes))
  const { summaryForm } = strategy
  const earlier = yield* waitFor(() => readEarlier(read, { ...settings, summaryForm }))
  const lookup = { ...storeLookupOf(read, views, handles), earlier }
  const conversation = withStoreLookup(withStrategyFacts(read, strategy, settings), lookup)
  const chooserFor = (by: Settings): ViewChooser => stableChooser({ conversation, lookup, settings: by })
  const outcome = hasModel(settings)
    ? yield* waitFor(() => chooseByModel(conversation, settings, chooserFor))
    : chooserFor(settings).choose()
  const { messages: view, outcome: written } = writeView(withoutTaken(outcome, taken), conversation, lookup)
  const run = runOf(written, conversation, settings, strategy.metrics)
  const held = yield* waitFor(() => store.views(run.views.map(({ hash }) => hash)))
  const others = viewsOfOthers(run.views, held, taken)
  if (others.size > 0) return yield* pipeline(messages, options, originals, new Map([...taken, ...others]))
  if (view !== messages && !settings.dryRun) yield* waitFor(() => store.record(run))
  return resultOf(view, written, run, options)
}

function hasModel({ model }: Settings): boolean {
  return [model.summarizer, model.classifier, model.ledgerWriter, model.writer].some(
    asked => asked !== undefined,
  )
}

/** The deterministic view, and each model's proposal in its turn where it holds. */
async function chooseByModel(
  conversation: Conversation,
  settings: Settings,
  chooserFor: (settings: Settings) => ViewChooser,
): Promise<Outcome> {
  const plain = chooserFor(settings)
  const classified = await classifyByModel(plain.choose, conversation, settings)
  const told = await proseByModel({ chosen: classified, chooser: plain }, conversation, settings, chooserFor)
  const { chosen, chooser } = await noteByModel(told, conversation, settings, chooserFor)
  const revised = await summarizeByModel(chosen, conversation.counters.counter, settings, chooser.revise)
  return chooser.recheck(chosen, revised)
}

/** A text that is kept beside what reads the same is there already. */
function withoutTaken(outcome: Outcome, taken: ReadonlyMap<string, View>): Outcome {
  const { extraTexts } = outcome
  if (extraTexts === undefined || taken.size === 0) return outcome
  return { ...outcome, extraTexts: extraTexts.filter(({ viewHash }) => !taken.has(viewHash)) }
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
