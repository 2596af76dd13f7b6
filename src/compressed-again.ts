/** A view, compressed once more in the same way: the gate asks whether that would change it. */
import { earlierViewsSync } from './choose/earlier-views.ts'
import { viewChooser } from './choose/view-chooser.ts'
import { type Conversation, type Known, knownOf, readConversation, withKnown } from './conversation.ts'
import { handleOf } from './handle.ts'
import type { Settings } from './options.ts'
import type { Outcome } from './outcome.ts'
import { runOf } from './run.ts'
import { memoryStore } from './store/memory.ts'
import { writeView } from './write-view.ts'

/** Whether a second round would leave the view as it is. */
export function staysTheSame(
  outcome: Outcome,
  conversation: Conversation,
  known: Known,
  settings: Settings,
): boolean {
  if (outcome.drafts.length === 0) return true
  const { messages, outcome: written } = writeView(outcome, conversation, known)
  const view = readConversation(messages, movedPins(written, settings))
  // Without a store of the caller's, the second round would know nothing of the first.
  const store = memoryStore()
  if (settings.store !== undefined) store.record(runOf(written, conversation, settings))
  const earlier = new Map((known.earlier ?? []).map(each => [each.text, each]))
  const again: Known = {
    ...knownOf(
      view,
      new Map([...known.views, ...store.views(view.hashes)]),
      view.hashes.map(hash => known.handles.get(hash) ?? handleOf(hash)),
    ),
    earlier: earlierViewsSync(view, store, settings).map(each => ({
      ...each,
      ...earlier.get(each.text),
      message: each.message,
    })),
  }
  return viewChooser(withKnown(view, again), again, settings).choose().drafts.length === 0
}

/** The same messages are pinned, wherever they are in the view. */
function movedPins({ drafts, joins = [] }: Outcome, settings: Settings): Settings {
  const runs = [
    ...drafts.map(({ measured: { message }, messages }) => ({
      first: message,
      last: message + messages - 1,
    })),
    ...joins,
  ]
  const gone = new Set(
    runs.flatMap(({ first, last }) => Array.from({ length: last - first }, (_, at) => first + at + 1)),
  )
  const moved = (pin: number): number => pin - [...gone].filter(index => index <= pin).length
  return { ...settings, pins: settings.pins.map(pin => (typeof pin === 'number' ? moved(pin) : pin)) }
}
