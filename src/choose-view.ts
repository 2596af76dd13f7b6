/** Decides which messages a view is chosen from, the given ones or the originals of earlier views, and chooses it. */
import { gatedChooser } from './gated-chooser.ts'
import { budgetTokens } from './settings/budget.ts'
import type { Settings } from './settings/settings.ts'
import { memoryStore } from './store/memory-store.ts'
import type { Store, View } from './store/store.ts'
import { strategyNamed } from './strategies/index.ts'
import type { ChooserInput, GatedChooser, Strategy, ViewSource } from './strategies/strategy.ts'
import { handleOf } from './tokens/handle.ts'
import type { Note } from './types.ts'
import { uncompression } from './uncompress.ts'
import { compressionRecord } from './view/compression-record.ts'
import {
  type Conversation,
  readConversation,
  type StoreLookup,
  storeLookupOf,
  viewTokens,
  withStoreLookup,
} from './view/conversation.ts'
import { earlierViews, type Restore } from './view/earlier-views.ts'
import { type ExpandedInput, expandedInput, settingsFor } from './view/expanded-input.ts'
import { estimateError } from './view/fitting.ts'
import { type JoinedParts, separateJoined, summariesApart } from './view/separate-joined.ts'
import { orMissing, runAsync, runSync, type SyncOrAsync, waitFor } from './view/sync-or-async.ts'
import type { ViewOutcome } from './view/view-outcome.ts'
import { isStillValid, writeView } from './view/write-view.ts'

/** Restores messages of earlier rounds from a store. */
export function restoreFrom(store: Store): Restore {
  return (messages, format) => uncompression(messages, store, { format, strict: true })
}

/** How a view of the original messages is chosen; `undefined` where nothing was replaced or not all can be restored. */
export async function originalsSource(
  { raw, format }: Conversation,
  { pins: _, ...settings }: Settings,
  restore: Restore,
): Promise<ViewSource | undefined> {
  try {
    const { messages, restored, missing } = await runAsync(restore(raw, format.name))
    if (restored === 0 || missing.length > 0) return undefined
    // Pins refer to positions in the given conversation.
    const conversation = readConversation(messages, { ...settings, pins: [] })
    const handles = conversation.hashes.map(hash => handleOf(hash))
    const lookup = storeLookupOf(conversation, new Map(), handles)
    return {
      conversation,
      chooserFor: by => gatedChooser({ conversation, lookup, settings: { ...by, pins: [] } }),
    }
  } catch {
    return undefined
  }
}

/** A view, and the form of the conversation that it was chosen from. */
interface ViewChoice extends ViewSource {
  readonly lookup: StoreLookup
  readonly settings: Settings
  readonly outcome: ViewOutcome
  /** About the form of the conversation: true of any view that is chosen from it. */
  readonly notes: readonly Note[]
  /** Absent where it was chosen from the messages as given. */
  readonly input?: ExpandedInput
}

/**
 * Under a budget, strategies that choose from originals get those of earlier views back. The others get joined messages split
 * again, so that no digest counts as part of a user message, and the originals only where that is not enough.
 */
export function* chooseView(
  given: Conversation,
  settings: Settings,
  known: KnownViews,
): SyncOrAsync<ViewChoice> {
  const { raw, format, blocks } = given
  const { store, views, taken } = known
  const strategy = strategyNamed(settings.strategy)
  const asGiven = (): SyncOrAsync<ViewChoice> => choiceOf({ read: given, settings }, known)
  // The goal of a strategy is not a budget of the caller.
  if (settings.budget === undefined || settings.store === undefined || settings.budget.goal !== undefined)
    return yield* asGiven()
  if (isWithin(given, budgetTokens(settings.budget, given.tokens))) return yield* asGiven()
  const restoredIn = (parts: ReadonlyMap<number, readonly unknown[]>): ExpandedChoice => {
    const input = expandedInput(raw, parts)
    const expanded = settingsFor(input, { ...settings, format: format.name })
    const moved = strategy.settingsFor?.(expanded, input.givenAt) ?? expanded
    return { input, read: readConversation(input.messages, moved), settings: moved }
  }
  const apartIn = (parts: JoinedParts): ChoiceInput => {
    const {
      input,
      read,
      settings: moved,
    } = restoredIn(new Map(Array.from(parts, ([index, list]) => [index, list.map(({ message }) => message)])))
    const apart = summariesApart(parts, input, read.counters.counter)
    const reserved = moved.reserved + apart.joiningTokens
    const overhead = read.overhead + apart.joiningTokens
    return { input, read: { ...read, overhead, apart }, settings: { ...moved, reserved } }
  }
  const isPinned = (index: number): boolean => settings.pins.includes(index)
  const replacing = new Set(
    blocks.flatMap(({ message, hash, compressed }) =>
      (compressed || views?.has(hash ?? '')) && !isPinned(message) ? [message] : [],
    ),
  )
  const fromOriginals = function* (): SyncOrAsync<ViewChoice | undefined> {
    const restored = new Map<number, readonly unknown[]>()
    for (const index of replacing) {
      const found = yield* orMissing(restoreFrom(store)([raw[index]], format.name))
      if (found !== undefined && found.restored > 0) restored.set(index, found.messages)
    }
    if (restored.size === 0) return undefined
    const again = yield* choiceOf(restoredIn(restored), { store, taken })
    return strategy.fromOriginals ? again : noted(again, restored.size)
  }
  const renewed = strategy.fromOriginals ? yield* fromOriginals() : undefined
  if (renewed !== undefined && isMet(renewed) && isAccepted(renewed)) return renewed
  const parts = yield* separateJoined(given, store, isPinned)
  const first = yield* parts.size === 0 ? asGiven() : choiceOf(apartIn(parts), { store, taken })
  if (isMet(first) && isAccepted(first)) return first
  const unexpanded = parts.size === 0 ? first : yield* asGiven()
  const again = strategy.fromOriginals ? renewed : yield* fromOriginals()
  return smallest(unexpanded, [first, ...(again === undefined ? [] : [again])].filter(isAccepted))

  /** Earlier views may have mended what a provider refuses of their originals. */
  function isAccepted({ input, outcome, conversation, lookup }: ViewChoice): boolean {
    if (input === undefined || format.check(input.messages).length === 0) return true
    return isStillValid(format, raw, writeView(outcome, conversation, lookup).messages)
  }
}

function isMet({ outcome }: ViewChoice): boolean {
  return outcome.budget?.met === true && outcome.drafts.length > 0
}

/** A view that is there already stays where another would take more than this share of its tokens. */
const minGain = 0.95

/** The given one, or the first of those that are smallest once they are written. */
function smallest(given: ViewChoice, others: readonly ViewChoice[]): ViewChoice {
  const sizeOf = ({ outcome, conversation, lookup }: ViewChoice): number =>
    writeView(outcome, conversation, lookup).outcome.tokens
  const sizes = others.map(sizeOf)
  const least = Math.min(...sizes)
  const most = sizeOf(given) * (given.outcome.drafts.length === 0 ? minGain : 1)
  return least < most ? (others[sizes.indexOf(least)] as ViewChoice) : given
}

function isWithin(given: Conversation, budget: number): boolean {
  return given.tokens * (1 - estimateError) <= budget && viewTokens(given, true)([]) <= budget
}

function noted(choice: ViewChoice, views: number): ViewChoice {
  const message = `${views} earlier ${views === 1 ? 'view no longer fits and was' : 'views no longer fit and were'} summarized again from the originals.`
  return { ...choice, notes: [...choice.notes, { code: 'earlier-views-restored', message }] }
}

interface KnownViews {
  readonly store: Store
  readonly taken: ReadonlyMap<string, View>
  /** Views of the texts of the conversation, including taken ones, where they were looked up. */
  readonly views?: ReadonlyMap<string, View>
}

/** The input that a view is chosen from. */
interface ChoiceInput {
  readonly read: Conversation
  readonly settings: Settings
  readonly input?: ExpandedInput
}

type ExpandedChoice = ChoiceInput & { readonly input: ExpandedInput }

function* choiceOf({ read, settings, input }: ChoiceInput, known: KnownViews): SyncOrAsync<ViewChoice> {
  const { store } = known
  const strategy = strategyNamed(settings.strategy)
  const views = known.views ?? new Map([...known.taken, ...(yield* waitFor(() => store.views(read.hashes)))])
  const handles = yield* waitFor(() => store.handles(read.hashes))
  const { summaryForm } = strategy
  const earlier = yield* earlierViews(read, store, { ...settings, summaryForm }, restoreFrom(store))
  const lookup = { ...storeLookupOf(read, views, handles), earlier }
  const conversation = withStoreLookup(withStrategyFacts(read, strategy, settings), lookup)
  const chooserFor = (by: Settings): GatedChooser => stableChooser({ conversation, lookup, settings: by })
  const outcome = chooserFor(settings).choose()
  return {
    conversation,
    lookup,
    settings,
    chooserFor,
    outcome,
    notes: [],
    ...(input === undefined ? {} : { input }),
  }
}

/** Chooses views that a second round would not change. */
function stableChooser(input: ChooserInput): GatedChooser {
  return gatedChooser(input, outcome => isStable(outcome, input))
}

function isStable(outcome: ViewOutcome, { conversation, lookup, settings }: ChooserInput): boolean {
  if (outcome.drafts.length === 0) return true
  const strategy = strategyNamed(settings.strategy)
  const { messages, outcome: written } = writeView(outcome, conversation, lookup)
  const moved = movedPins(written, settings, conversation.messages.length)
  const view = withStrategyFacts(readConversation(messages, moved), strategy, moved)
  // Without a store of the caller, the second round knows nothing of the first.
  const store = memoryStore()
  if (settings.store !== undefined) store.record(compressionRecord(written, conversation, settings))
  const earlier = new Map((lookup.earlier ?? []).map(each => [each.text, each]))
  const known = storeLookupOf(
    view,
    new Map([...lookup.views, ...store.views(view.hashes)]),
    view.hashes.map(hash => lookup.handles.get(hash) ?? handleOf(hash)),
  )
  const bySummary = { ...settings, summaryForm: strategy.summaryForm }
  const views = runSync(earlierViews(view, store, bySummary, restoreFrom(store)))
  const again = {
    ...known,
    earlier: views.map(each => ({ ...each, ...earlier.get(each.text), message: each.message })),
  }
  const chooser = gatedChooser({ conversation: withStoreLookup(view, again), lookup: again, settings })
  return chooser.choose().drafts.length === 0
}

/** The same messages stay pinned, wherever they are in the view. */
function movedPins({ drafts, joins = [] }: ViewOutcome, settings: Settings, messages: number): Settings {
  const runs = [
    ...drafts.map(({ measured: { message: first }, messages: length }) => ({
      first,
      last: first + length - 1,
    })),
    ...joins,
  ]
  const gone = new Set(
    runs.flatMap(({ first, last }) => Array.from({ length: last - first }, (_, at) => first + at + 1)),
  )
  // How many messages up to each index were removed.
  const goneUntil: number[] = []
  for (let index = 0, count = 0; index < messages; index += 1) {
    if (gone.has(index)) count += 1
    goneUntil.push(count)
  }
  const moved = (pin: number): number => pin - (goneUntil[pin] ?? 0)
  return { ...settings, pins: settings.pins.map(pin => (typeof pin === 'number' ? moved(pin) : pin)) }
}

/** A conversation whose blocks have the facts that its strategy needs. */
function withStrategyFacts(
  conversation: Conversation,
  { facts }: Strategy,
  settings: Settings,
): Conversation {
  if (facts === undefined) return conversation
  return { ...conversation, blocks: facts(conversation.messages, conversation.blocks, settings) }
}
