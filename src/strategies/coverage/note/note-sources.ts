/** What earlier rounds have left for the writer of a note: stored answers, and the messages that they replaced. */
import type { Settings } from '../../../settings/settings.ts'
import type { Store } from '../../../store/store.ts'
import { toText } from '../../../tokens/bytes.ts'
import { handleOf } from '../../../tokens/handle.ts'
import { type Conversation, readConversation, storeLookupOf } from '../../../view/conversation.ts'
import type { Restore } from '../../../view/earlier-views.ts'
import { noteIn } from '../../../view/note-text.ts'
import { answeredLater } from '../../../view/steps.ts'
import { viewChooser } from '../../view-chooser.ts'
import type { Choosing, NoteSources } from './note-by-model.ts'

export interface RoundsBefore {
  /** The messages with the views of earlier rounds in them. */
  readonly given: Conversation
  readonly store: Store
  readonly restore: Restore
}

/** What a store cannot bring back is not at hand: nothing fails for it. */
export function noteSources({ given, store, restore }: RoundsBefore, settings: Settings): NoteSources {
  return {
    earlier: noteIn(given.messages),
    async stored(key) {
      try {
        const hash = (await store.views([key])).get(key)?.original
        const bytes = hash === undefined ? undefined : await store.get(handleOf(hash, hash.length))
        return bytes instanceof Uint8Array ? toText(bytes) : undefined
      } catch {
        return undefined
      }
    },
    async restored() {
      try {
        const { messages, restored, missing } = await answeredLater(restore(given.raw, given.format.name))
        return restored === 0 || missing.length > 0 ? undefined : choosingOf(messages, settings)
      } catch {
        return undefined
      }
    },
  }
}

function choosingOf(messages: readonly unknown[], { pins: _, ...settings }: Settings): Choosing {
  // Pins name places in the conversation as it came.
  const conversation = readConversation(messages, { ...settings, pins: [] })
  const handles = conversation.hashes.map(hash => handleOf(hash))
  const lookup = storeLookupOf(conversation, new Map(), handles)
  return {
    conversation,
    chooserFor: by => viewChooser({ conversation, lookup, settings: { ...by, pins: [] } }),
  }
}
