/** Pi: a session's JSONL, a tree of entries below a header → Anthropic messages, which keep its thinking and results. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import {
  anthropicPairing,
  callId,
  imageBlock,
  saysSomething,
  textBlocks,
  thinkingBlocks,
  toolResultBlock,
  toolUseBlock,
  toolUses,
} from './anthropic-blocks.ts'
import {
  ConversationBuilder,
  type FinishedConversation,
  messageMisfit,
  resultMisfit,
} from './conversation-builder.ts'
import {
  compactionOf,
  listOf,
  numberOf,
  oneReason,
  present,
  recordOf,
  recordOrigin,
  textOf,
  type UnplacedEvent,
  usageEvent,
  wordOf,
} from './log-values.ts'
import type { Origin, Sidechain, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const pi: TranscriptReader = {
  agent: 'pi',
  detect: head => head.some(record => isHeader(record) || isMessageEntry(record)),
  begin: () => new PiBuilder(),
}

/** `{"type":"session","version":3,"id":"…","timestamp":"…","cwd":"/work"}` */
function isHeader(record: unknown): boolean {
  return isRecord(record) && record.type === 'session' && typeof record.id === 'string' && 'cwd' in record
}

/** `{"type":"message","id":"…","parentId":"…","timestamp":"…","message":{"role":"user",…}}` */
function isMessageEntry(record: unknown): boolean {
  return isRecord(record) && record.type === 'message' && typeof recordOf(record.message).role === 'string'
}

interface Entry {
  readonly id: string
  readonly parent: Entry | undefined
  readonly moves: readonly PiMove[]
  hasChildren: boolean
}

class PiBuilder implements TranscriptBuilder {
  readonly #entries: Entry[] = []
  readonly #byId = new Map<string, Entry>()
  readonly #calls = new Set<string>()
  #header: RawRecord = {}
  #model: string | undefined

  add(record: unknown, line: number): string | undefined {
    if (!isRecord(record)) return `an entry of a Pi session is an object, not ${describeValue(record)}`
    this.#model = textOf(record.modelId) ?? textOf(recordOf(record.message).model) ?? this.#model
    if (record.type === 'session') {
      this.#header = record
      return undefined
    }
    const moves = entryMoves(record, recordOrigin(line, record))
    const why = typeof moves === 'string' ? moves : oneReason(moves.flatMap(move => this.#whyNot(move) ?? []))
    // Even an invalid entry is added, since others may be below it.
    this.#append(record, line, typeof moves === 'string' || why !== undefined ? [] : moves)
    return why
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'pi',
      format: 'anthropic',
      ...branches(this.#entries),
      ...present({
        session: textOf(this.#header.id),
        model: this.#model,
        cwd: textOf(this.#header.cwd),
      }),
    }
  }

  #whyNot(move: PiMove): string | undefined {
    if (move.do === 'mark') return undefined
    if (move.do === 'say') return messageMisfit(anthropicPairing, move.message)
    return this.#calls.has(move.call)
      ? resultMisfit(anthropicPairing, { value: move.result, origin: move.origin })
      : `a tool result that no call waits for: ${describeValue(move.call)}`
  }

  #append(record: RawRecord, line: number, moves: readonly PiMove[]): void {
    const id = textOf(record.id) ?? `line ${line}`
    const entry: Entry = { id, parent: this.#parentOf(record), moves, hasChildren: false }
    if (entry.parent !== undefined) entry.parent.hasChildren = true
    for (const move of moves) if (move.do === 'say') for (const call of move.calls) this.#calls.add(call)
    this.#entries.push(entry)
    this.#byId.set(id, entry)
  }

  /** Sessions of the first version have no tree; where the parent could not be read, the previous entry is assumed. */
  #parentOf({ parentId }: RawRecord): Entry | undefined {
    return parentId === null ? undefined : (this.#byId.get(wordOf(parentId)) ?? this.#entries.at(-1))
  }
}

function entryMoves(record: RawRecord, origin: Origin): readonly PiMove[] | string {
  switch (record.type) {
    case 'message':
      return piMessageMoves(recordOf(record.message), origin)
    // What an extension says to the model.
    case 'custom_message':
      return piUserMoves(record.content, origin)
    // What the model sees of the branch that the user returned from.
    case 'branch_summary':
      return piUserMoves(record.summary, origin)
    case 'compaction': {
      const { summary, tokensBefore } = record
      const { line, timestamp } = origin
      return [{ do: 'mark', event: compactionOf(line, { summary, tokensBefore, timestamp }) }]
    }
    // Labels, names, settings, data of extensions: nodes of the tree that the model never saw.
    default:
      return []
  }
}

/**
 * The conversation is the path to the last entry, because Pi itself continues there; every other branch is a sidechain from the
 * fork on, so that no message is read twice.
 */
function branches(
  entries: readonly Entry[],
): FinishedConversation & { readonly sidechains: readonly Sidechain[] } {
  const taken = new Set<Entry>()
  const main = play(pathTo(entries.at(-1), taken))
  const sidechains: Sidechain[] = []
  for (const leaf of entries) {
    if (leaf.hasChildren || taken.has(leaf)) continue
    const { messages, origins } = play(pathTo(leaf, taken))
    if (messages.length > 0) sidechains.push({ name: `branch ${leaf.id}`, messages, origins })
  }
  return { ...main, sidechains }
}

function pathTo(leaf: Entry | undefined, taken: Set<Entry>): Entry[] {
  const path: Entry[] = []
  for (let entry = leaf; entry !== undefined && !taken.has(entry); entry = entry.parent) {
    taken.add(entry)
    path.push(entry)
  }
  return path.reverse()
}

function play(path: readonly Entry[]): FinishedConversation {
  const conversation = new ConversationBuilder(anthropicPairing)
  for (const move of path.flatMap(({ moves }) => moves)) {
    if (move.do === 'say') conversation.say(move.message, move.origin, move.calls)
    else if (move.do === 'answer') conversation.answer(move.call, move.result, move.origin)
    else conversation.mark(move.event)
  }
  return conversation.finish()
}

/** Entries form a tree: only the end of the file shows which of them belong to a conversation, and in which order. */
type PiMove =
  | {
      readonly do: 'say'
      readonly message: RawRecord
      readonly origin: Origin
      readonly calls: readonly string[]
    }
  | { readonly do: 'answer'; readonly call: string; readonly result: RawRecord; readonly origin: Origin }
  | { readonly do: 'mark'; readonly event: UnplacedEvent }

/** No moves: the model never saw the message. A text: why it cannot be read. */
function piMessageMoves(message: RawRecord, origin: Origin): readonly PiMove[] | string {
  switch (message.role) {
    case 'user':
    // What an extension added to the conversation, under its newer and its older name.
    case 'custom':
    case 'hookMessage':
      return piUserMoves(message.content, origin)
    case 'assistant':
      return assistantMoves(message, origin)
    case 'toolResult': {
      if (textOf(message.toolCallId) === undefined)
        return 'a tool result that does not say which call it answers'
      const call = callId(message.toolCallId)
      const result = toolResultBlock(call, partBlocks(message.content), message.isError === true)
      return [{ do: 'answer', call, result, origin }]
    }
    case 'bashExecution':
      return message.excludeFromContext === true ? [] : piUserMoves(shellText(message), origin)
    default:
      return `a message of role ${describeValue(message.role)}`
  }
}

/** Converts one message of a Pi session to moves that add Anthropic messages to a conversation. */
function piUserMoves(content: unknown, origin: Origin): readonly PiMove[] {
  const blocks = partBlocks(content)
  return blocks.length === 0
    ? []
    : [{ do: 'say', message: { role: 'user', content: blocks }, origin, calls: [] }]
}

function assistantMoves(message: RawRecord, origin: Origin): readonly PiMove[] {
  // The calls of an interrupted answer never ran.
  const cutOff = message.stopReason === 'aborted' || message.stopReason === 'error'
  const blocks = partBlocks(message.content).filter(block => !(cutOff && block.type === 'toolCall'))
  const content = blocks.map(block =>
    block.type === 'toolCall' ? toolUseBlock(block.id, block.name, block.arguments) : block,
  )
  const moves: PiMove[] = []
  const usage = recordOf(message.usage)
  const cached = numberOf(usage.cacheRead) ?? 0
  const event = usageEvent(origin.line, {
    input: (numberOf(usage.input) ?? 0) + cached + (numberOf(usage.cacheWrite) ?? 0),
    output: usage.output,
    cached,
  })
  if (event !== undefined) moves.push({ do: 'mark', event })
  if (saysSomething(content))
    moves.push({ do: 'say', message: { role: 'assistant', content }, origin, calls: toolUses(content) })
  return moves
}

/** Blocks of text, images and thinking; any other part stays as it is. */
function partBlocks(content: unknown): RawRecord[] {
  if (typeof content === 'string') return textBlocks(content)
  return listOf(content)
    .map(recordOf)
    .flatMap(part => {
      switch (part.type) {
        case 'text':
          return textBlocks(part.text)
        case 'image':
          return [imageBlock(part.mimeType, part.data)]
        case 'thinking':
          return part.redacted === true
            ? [{ type: 'redacted_thinking', data: part.thinkingSignature }]
            : thinkingBlocks(part.thinking, part.thinkingSignature)
        default:
          return [part]
      }
    })
}

/** A command that the user ran: the model sees it and its output, in the words of Pi. */
function shellText({ command, output, exitCode, cancelled }: RawRecord): string {
  const printed = textOf(output) ?? ''
  const shown = printed === '' ? '(no output)' : `\`\`\`\n${printed}\n\`\`\``
  const ending =
    cancelled === true
      ? '\n\n(command cancelled)'
      : numberOf(exitCode)
        ? `\n\nCommand exited with code ${exitCode}`
        : ''
  return `Ran \`${textOf(command) ?? ''}\`\n${shown}${ending}`
}
