/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import { chooseView, originalsSource, restoreFrom } from './choose-view.ts'
import { FoveaError, optionError } from './errors.ts'
import { type ReadAhead, readAhead } from './read-ahead/read-ahead.ts'
import type { CompressResult } from './receipt.ts'
import { checkedStore } from './settings/checked-store.ts'
import { checkGiven } from './settings/option-names.ts'
import type { Settings } from './settings/settings.ts'
import { memoryStore } from './store/memory-store.ts'
import type { Store, View } from './store/store.ts'
import { strategies, strategyNamed } from './strategies/index.ts'
import type { CompressOptions, SyncCompressOptions } from './strategies/options/compress-options.ts'
import { resolveOptions } from './strategies/options/resolve-options.ts'
import type { ChosenView, ModelTurn } from './strategies/strategy.ts'
import { summarizeByModel } from './strategies/summarize-by-model.ts'
import type { Note } from './types.ts'
import { type CompressionRecord, compressionRecord, originalsByHashOf } from './view/compression-record.ts'
import { type Conversation, readConversation } from './view/conversation.ts'
import { type ExpandedInput, receiptFor } from './view/expanded-input.ts'
import { promptStore } from './view/prompt-store.ts'
import { reportFailure } from './view/report-failure.ts'
import { reportNotes } from './view/report-notes.ts'
import { isShareOfView, withBudgetInTokens } from './view/share-of-whole.ts'
import { runAsync, runSync, type SyncOrAsync, waitFor } from './view/sync-or-async.ts'
import type { ViewOutcome } from './view/view-outcome.ts'
import { writeView } from './view/write-view.ts'

/** Never throws unless `strict` is set: what cannot be compressed is returned unchanged, with a note in the receipt. */
export async function compress<Raw>(
  messages: readonly Raw[],
  options: CompressOptions = {},
): Promise<CompressResult<Raw>> {
  let ahead: ReadAhead | undefined
  try {
    checkGiven(options)
    const given = checkedStore(options.store)
    const store = given === undefined ? memoryStore() : promptStore(given)
    ahead = options.workers ? await readAhead(messages, options) : undefined
    return await runAsync(pipeline(messages, options, { store, notes: ahead?.notes }))
  } catch (error) {
    return { messages: messages as Raw[], ...reportFailure(error, options) }
  } finally {
    ahead?.forget()
  }
}

/** The same synchronously, with an embedded store and without a model. */
export function compressSync<Raw>(
  messages: readonly Raw[],
  options: SyncCompressOptions = {},
): CompressResult<Raw> {
  try {
    checkGiven(options)
    if (options.model !== undefined) throw optionError('compressSync cannot wait for a model; compress can.')
    if (options.workers !== undefined)
      throw optionError('compressSync cannot wait for workers; compress can.')
    return runSync(pipeline(messages, options, { store: options.store ?? memoryStore() }))
  } catch (error) {
    return { messages: messages as Raw[], ...reportFailure(error, options) }
  }
}

/** `taken` are views of other originals in the store; the texts of the view must differ from them. */
function* pipeline<Raw>(
  messages: readonly Raw[],
  options: CompressOptions,
  originals: { readonly store: Store; readonly notes?: readonly Note[] | undefined },
  taken: ReadonlyMap<string, View> = new Map(),
  attemptsLeft = maxAttempts,
): SyncOrAsync<CompressResult<Raw>> {
  const { store } = originals
  const restore = restoreFrom(store)
  const asked = resolveOptions(options)
  const given = readConversation(messages, asked)
  const views = new Map([...taken, ...(yield* waitFor(() => store.views(given.hashes)))])
  const whole = isShareOfView(given, views, asked)
    ? readConversation((yield* restore(messages, given.format.name)).messages, asked)
    : given
  const settings = strategies.reduce(
    (decided, { decide }) => decide?.(given, decided) ?? decided,
    withBudgetInTokens(whole, asked),
  )
  const chosen = yield* chooseView(given, settings, { store, taken, views })
  const { conversation, lookup, input } = chosen
  const outcome = hasModel(settings)
    ? yield* waitFor(() =>
        chooseByModel({
          ...chosen,
          given,
          store,
          restored: () => originalsSource(given, settings, restore),
        }),
      )
    : chosen.outcome
  const noted = { ...outcome, notes: [...outcome.notes, ...chosen.notes] }
  const { messages: view, outcome: written } = writeView(withoutTaken(noted, taken), conversation, lookup)
  const strategy = strategyNamed(settings.strategy)
  const record = recordFor(input, compressionRecord(written, conversation, chosen.settings, strategy), given)
  const held = yield* waitFor(() => store.views(record.views.map(({ hash }) => hash)))
  const others = viewsOfOthers(record.views, held, taken)
  if (others.size > 0)
    return yield* pipeline(messages, options, originals, new Map([...taken, ...others]), attemptsLeft)
  const isChanged = view !== conversation.raw
  // Without a store of the caller, the result contains the originals.
  const recorded =
    isChanged && !settings.dryRun && options.store !== undefined
      ? yield* waitFor(() => orTaken(() => store.record(record), attemptsLeft > 1))
      : undefined
  if (recorded === 'taken') return yield* pipeline(messages, options, originals, taken, attemptsLeft - 1)
  return resultOf(
    isChanged ? view : messages,
    written,
    withNotes(record, [...(originals.notes ?? []), ...(recorded ?? [])]),
    options,
  )
}

/** Maximum attempts to choose a view after another process took one of its texts. */
const maxAttempts = 5

/** Returns what `record` returns, or that another process has taken a text of the view meanwhile. */
function orTaken<Value>(
  record: () => Value | Promise<Value>,
  isWanted: boolean,
): Value | 'taken' | Promise<Value | 'taken'> {
  const taken = (error: unknown): 'taken' => {
    if (isWanted && FoveaError.isInstance(error) && error.code === 'view-taken') return 'taken'
    throw error
  }
  try {
    const recorded = record()
    return recorded instanceof Promise ? recorded.catch(taken) : recorded
  } catch (error) {
    return taken(error)
  }
}

/** Notes about workers and the store come after the receipt that the store keeps. */
function withNotes(record: CompressionRecord, notes: readonly Note[]): CompressionRecord {
  if (notes.length === 0) return record
  const { receipt } = record
  return { ...record, receipt: { ...receipt, notes: [...receipt.notes, ...notes] } }
}

/** Its receipt refers to the given messages. */
function recordFor(
  input: ExpandedInput | undefined,
  record: CompressionRecord,
  { tokens, counters }: Conversation,
): CompressionRecord {
  if (input === undefined) return record
  return { ...record, receipt: receiptFor(input, record.receipt, { tokens, exact: counters.ranker.exact }) }
}

function hasModel({ model }: Settings): boolean {
  return [model.summarizer, model.classifier, model.ledgerWriter, model.writer].some(
    asked => asked !== undefined,
  )
}

/** The deterministic view, with each model's proposal in turn where it is valid. */
async function chooseByModel(turn: ModelTurn): Promise<ViewOutcome> {
  const { conversation, settings } = turn
  const { byModel = plainView } = strategyNamed(settings.strategy)
  const { chosen, chooser } = await byModel(turn)
  const revised = await summarizeByModel(chosen, conversation.counters.counter, settings, chooser.revise)
  return chooser.recheck(chosen, revised)
}

async function plainView({ chooserFor, settings }: ModelTurn): Promise<ChosenView> {
  const chooser = chooserFor(settings)
  return { chosen: chooser.choose(), chooser }
}

/** A text that equals a stored one is already there. */
function withoutTaken(outcome: ViewOutcome, taken: ReadonlyMap<string, View>): ViewOutcome {
  const { extraTexts } = outcome
  if (extraTexts === undefined || taken.size === 0) return outcome
  return { ...outcome, extraTexts: extraTexts.filter(({ viewHash }) => !taken.has(viewHash)) }
}

/** Views in the store with the same text as one of these but another original, without the known ones. */
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
  outcome: ViewOutcome,
  { receipt }: CompressionRecord,
  options: CompressOptions,
): CompressResult<Raw> {
  const { store } = options
  reportNotes(receipt, options)
  return {
    messages: view as Raw[],
    receipt,
    originalsByHash: store === undefined ? originalsByHashOf(outcome) : {},
    ...(outcome.state === undefined ? {} : { state: outcome.state }),
  }
}
