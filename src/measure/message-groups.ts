/** Messages that must stay together for providers: a call and its result, the items of one step. */
import type { Format } from '../formats/format.ts'
import { isRecord } from '../tokens/json-value.ts'
import type { Block, Message } from '../types.ts'

export interface MessageGroup {
  readonly first: number
  readonly last: number
}

/** The indices of the messages from `first` to `last`. */
export function indicesOf({ first, last }: MessageGroup): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** In order, without gaps. */
export function messageGroups(
  messages: readonly Message[],
  { systemNeedsReply }: Pick<Format, 'systemNeedsReply'> = {},
): readonly MessageGroup[] {
  const { until } = messageLinks(messages)
  const groups: MessageGroup[] = []
  let first = 0
  let openUntil = -1
  for (const [index, { role }] of messages.entries()) {
    openUntil = Math.max(openUntil, until[index] as number)
    const isReplied = role === 'assistant' || (systemNeedsReply === true && role === 'system')
    if (openUntil > index || (isReplied && messages[index + 1]?.role === 'assistant')) continue
    groups.push({ first, last: index })
    first = index + 1
  }
  return first < messages.length ? [...groups, { first, last: messages.length - 1 }] : groups
}

/** Messages with calls that have no result yet. */
export function openCalls(messages: readonly Message[]): ReadonlySet<number> {
  return messageLinks(messages).open
}

/** Messages linked by an identifier: a call and its result, or two parts of an unknown kind. */
interface MessageLinks {
  /** For each message the last one that must stay with it; its own index if there is none. */
  readonly until: readonly number[]
  /** Messages with a call that has no result yet. */
  readonly open: ReadonlySet<number>
}

interface Mention {
  readonly id: string
  /** `context`: the identifier may also be shared by many parts, such as a container or a session. */
  readonly as: 'call' | 'serverCall' | 'result' | 'part' | 'context'
}

interface Use {
  readonly at: number
  readonly by: Mention['as']
  answered: boolean
}

/** One pass over the messages. */
function messageLinks(messages: readonly Message[]): MessageLinks {
  const mentions = messages.map(({ blocks }) => blocks.flatMap(mentionsOf))
  const isLink = linkTest(mentions)
  const until = messages.map((_, index) => index)
  const calls: Use[] = []
  /** Where each identifier was first used, until a later call uses it again. */
  const began = new Map<string, Use>()
  for (const [at, found] of mentions.entries())
    for (const { id, as } of found) {
      if (!isLink(id)) continue
      const isCall = as === 'call' || as === 'serverCall'
      const known = began.get(id)
      if (known !== undefined && !(isCall && known.answered)) {
        until[known.at] = at
        // A request for approval refers to a call without answering it.
        if (as === 'result' || known.by === 'serverCall') known.answered = true
        continue
      }
      const use: Use = { at, by: as, answered: as === 'result' }
      began.set(id, use)
      if (isCall) calls.push(use)
    }
  return { until, open: new Set(calls.flatMap(({ at, answered }) => (answered ? [] : [at]))) }
}

/** An identifier of a call links all messages that use it; any other links at most two messages. */
function linkTest(mentions: readonly (readonly Mention[])[]): (id: string) => boolean {
  const sure = new Set<string>()
  const users = new Map<string, { last: number; count: number }>()
  for (const [index, found] of mentions.entries())
    for (const { id, as } of found) {
      if (as !== 'context') sure.add(id)
      const known = users.get(id)
      if (known?.last !== index) users.set(id, { last: index, count: (known?.count ?? 0) + 1 })
    }
  return id => sure.has(id) || users.get(id)?.count === 2
}

function mentionsOf(block: Block): readonly Mention[] {
  if (block.type === 'toolCall') return [{ id: block.callId, as: 'call' }]
  if (block.type === 'toolResult') return [{ id: block.callId, as: 'result' }]
  if (block.type !== 'opaque') return []
  if (block.callId !== undefined) return [{ id: block.callId, as: 'result' }]
  return block.kind === 'serverTool' || block.kind === 'unknown' ? identifiersIn(block.value) : []
}

/** `call_id`, `tool_use_id`, `toolCallId`, and the identifier of the part itself. */
const callKey = /^(?:id|(tool_?)?(?:call|use)_?id)$/i
const anyKey = /(?:^|_)id$|[a-z]Id$/
/** Server tools of Anthropic, whose result may come in a later message. */
const callType = /(?:^|_)tool_use$/

function identifiersIn(part: unknown): readonly Mention[] {
  if (!isRecord(part)) return []
  // Parts without a type are distinguished by their only key: `{ executableCode: { id } }`.
  const records = typeof part['type'] === 'string' ? [part] : [part, ...Object.values(part).filter(isRecord)]
  return records.flatMap(record =>
    Object.entries(record).flatMap(([key, value]): Mention[] => {
      if ((typeof value !== 'string' && typeof value !== 'number') || value === '' || !anyKey.test(key))
        return []
      const isCall = key === 'id' && typeof record['type'] === 'string' && callType.test(record['type'])
      return [{ id: String(value), as: isCall ? 'serverCall' : callKey.test(key) ? 'part' : 'context' }]
    }),
  )
}
