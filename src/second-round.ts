/** A view, compressed once more in the same way: the gate asks whether that would change it. */
import type { Settings } from './options.ts'
import { memoryStore } from './store/memory.ts'
import { strategyNamed } from './strategies/index.ts'
import type { ChooserInput, ViewChooser } from './strategies/strategy.ts'
import { withStrategyFacts } from './strategies/strategy-facts.ts'
import { viewChooser } from './strategies/view-chooser.ts'
import { handleOf } from './tokens/handle.ts'
import { uncompressSync } from './uncompress.ts'
import { readConversation, storeLookupOf, withStoreLookup } from './view/conversation.ts'
import { earlierViewsSync } from './view/earlier-views.ts'
import type { Outcome } from './view/outcome.ts'
import { runOf } from './view/run.ts'
import { writeView } from './view/write-view.ts'

/** Chooses views that a second round would leave as they are. */
export function stableChooser(input: ChooserInput): ViewChooser {
  return viewChooser(input, outcome => isStable(outcome, input))
}

function isStable(outcome: Outcome, { conversation, lookup, settings }: ChooserInput): boolean {
  if (outcome.drafts.length === 0) return true
  const strategy = strategyNamed(settings.strategy)
  const { messages, outcome: written } = writeView(outcome, conversation, lookup)
  const moved = movedPins(written, settings, conversation.messages.length)
  const view = withStrategyFacts(readConversation(messages, moved), strategy, moved)
  // Without a store of the caller's, the second round would know nothing of the first.
  const store = memoryStore()
  if (settings.store !== undefined) store.record(runOf(written, conversation, settings))
  const earlier = new Map((lookup.earlier ?? []).map(each => [each.text, each]))
  const known = storeLookupOf(
    view,
    new Map([...lookup.views, ...store.views(view.hashes)]),
    view.hashes.map(hash => lookup.handles.get(hash) ?? handleOf(hash)),
  )
  const views = earlierViewsSync(
    view,
    store,
    { ...settings, summaryForm: strategy.summaryForm },
    (some, format) => uncompressSync(some, store, { format, strict: true }),
  )
  const again = {
    ...known,
    earlier: views.map(each => ({ ...each, ...earlier.get(each.text), message: each.message })),
  }
  const chooser = viewChooser({ conversation: withStoreLookup(view, again), lookup: again, settings })
  return chooser.choose().drafts.length === 0
}

/** The same messages are pinned, wherever they are in the view. */
function movedPins({ drafts, joins = [] }: Outcome, settings: Settings, messages: number): Settings {
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
  // How many messages up to each index are gone.
  const goneUntil: number[] = []
  for (let index = 0, count = 0; index < messages; index += 1) {
    if (gone.has(index)) count += 1
    goneUntil.push(count)
  }
  const moved = (pin: number): number => pin - (goneUntil[pin] ?? 0)
  return { ...settings, pins: settings.pins.map(pin => (typeof pin === 'number' ? moved(pin) : pin)) }
}
