/** What is known of a whole conversation before its blocks are read. */
import { awaitedCalls } from '../../../scan/actions/late-results.ts'
import { sourceOf } from '../../../scan/actions/source-of.ts'
import { locatedBlocks } from '../../../scan/located-blocks.ts'
import type { Message, ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { messageNumbers } from '../../../view/message-index.ts'
import { callResults, openFrom, settledTasks } from './call-results.ts'
import { baseName } from './common-root.ts'
import { type FileHistory, fileHistory } from './file-history.ts'
import { type Turns, turnsOf } from './view-part.ts'

export interface ConversationFacts {
  readonly messages: readonly Message[]
  /** The numbers by which messages are shown. */
  readonly numbers: readonly number[]
  /** The directory that titles leave out. */
  readonly root: string | undefined
  readonly turns: Turns
  /** Last names that several files have. */
  readonly shared: ReadonlySet<string>
  /** The answer to each call. */
  readonly results: ReadonlyMap<string, ToolResultBlock>
  /** The call that started what a waiting call asks after. */
  readonly awaited: ReadonlyMap<string, ToolCallBlock>
  /** From which message on a call may still be answered. */
  readonly openFrom: number
  /** The calls that made a task which is done or dropped by now. */
  readonly settled: ReadonlySet<string>
  readonly history: FileHistory
}

export function conversationFacts(messages: readonly Message[], root?: string): ConversationFacts {
  const results = callResults(messages)
  return {
    messages,
    numbers: messageNumbers(messages),
    root,
    turns: turnsOf(messages),
    shared: sharedNames(messages),
    results,
    awaited: awaitedCalls(locatedBlocks(messages)),
    openFrom: openFrom(messages),
    settled: settledTasks(messages, results),
    history: fileHistory(messages),
  }
}

/** Names that files in several directories have, as far as calls name them. */
export function sharedNames(messages: readonly Message[]): ReadonlySet<string> {
  const pathOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      const path = block.type === 'toolCall' ? sourceOf(block).path : undefined
      if (path === undefined) continue
      const name = baseName(path)
      const known = pathOf.get(name)
      if (known === undefined) pathOf.set(name, path)
      else if (!known.endsWith(path) && !path.endsWith(known)) shared.add(name)
    }
  return shared
}
