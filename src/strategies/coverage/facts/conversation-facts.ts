/** Facts about a whole conversation, collected before its blocks are read. */
import { actionsIn } from '../../../scan/actions/actions-in.ts'
import { awaitedCalls } from '../../../scan/actions/late-results.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { sourceOf } from '../../../scan/actions/source-of.ts'
import { locatedBlocks } from '../../../scan/located-blocks.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { messageNumbers } from '../../../view/message-index.ts'
import { callResults, openFrom, settledTasks } from './call-results.ts'
import { type EditPlaces, editPlaces } from './edit-places.ts'
import { type FileHistory, fileHistory } from './file-history.ts'
import { mistypedCalls } from './mistyped-calls.ts'
import { type Turns, turnsOf } from './view-part.ts'

export interface ConversationFacts {
  readonly messages: readonly Message[]
  /** The numbers that messages are shown with. */
  readonly numbers: readonly number[]
  /** The directory that titles leave out. */
  readonly root: string | undefined
  readonly turns: Turns
  /** File names that occur in several directories. */
  readonly shared: ReadonlySet<string>
  /** The answer to each call. */
  readonly results: ReadonlyMap<string, ToolResultBlock>
  /** For a call that waits for another: the call that started it. */
  readonly awaited: ReadonlyMap<string, ToolCallBlock>
  /** The first message whose calls may still be answered. */
  readonly openFrom: number
  /** Calls that created or changed a task which is now done or cancelled. */
  readonly settled: ReadonlySet<string>
  /** Calls that were only mistyped; see `mistypedCalls`. */
  readonly mistyped: ReadonlySet<string>
  readonly history: FileHistory
  readonly places: EditPlaces
}

export function conversationFacts(messages: readonly Message[], root?: string): ConversationFacts {
  const results = callResults(messages)
  const actions = actionsIn(messages)
  const mayBeAnswered = openFrom(messages)
  // A call that is not answered yet has changed nothing that a view shows.
  const history = fileHistory(
    actions.filter(({ message, block }) => {
      const call = message < mayBeAnswered ? undefined : messages[message]?.blocks[block]
      return call?.type !== 'toolCall' || results.has(call.callId)
    }),
  )
  return {
    messages,
    numbers: messageNumbers(messages),
    root,
    turns: turnsOf(messages),
    shared: sharedNames(messages),
    results,
    awaited: awaitedCalls(locatedBlocks(messages)),
    openFrom: mayBeAnswered,
    settled: settledTasks(messages, results),
    mistyped: mistypedCalls(messages, results),
    history,
    places: editPlaces(messages, actions, history.nameOf),
  }
}

/** File names that occur in several directories, as far as calls name them. */
export function sharedNames(messages: readonly Message[]): ReadonlySet<string> {
  const pathOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      const path = block.type === 'toolCall' ? sourceOf(block).path : undefined
      if (path === undefined) continue
      const name = fileName(path)
      const known = pathOf.get(name)
      if (known === undefined) pathOf.set(name, path)
      else if (!known.endsWith(path) && !path.endsWith(known)) shared.add(name)
    }
  return shared
}
