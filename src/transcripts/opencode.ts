/** opencode: the JSON document of `opencode export` (and of `kilo export`) → Anthropic messages. */
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
import { type ConversationBuilder, Conversations } from './conversation-builder.ts'
import {
  compactionOf,
  listOf,
  numberOf,
  oneReason,
  present,
  recordOf,
  recordOrigin,
  textOf,
  usageEvent,
  wordOf,
} from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const openCode: TranscriptReader = {
  agent: 'opencode',
  detect: ([first]) => isExport(first),
  begin: () => new OpenCodeBuilder(),
}

/** `{"info":{"id":"ses_…","directory":"/app",…},"messages":[{"info":{"role":"user",…},"parts":[…]}]}` */
function isExport(document: unknown): boolean {
  const { info, messages } = recordOf(document)
  return (
    isRecord(info) &&
    Array.isArray(messages) &&
    messages.every(message => isRecord(recordOf(message).info) && Array.isArray(message.parts))
  )
}

class OpenCodeBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(anthropicPairing)
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined
  #system: string | undefined

  add(record: unknown, line: number): string | undefined {
    const { info, messages } = recordOf(record)
    if (!Array.isArray(messages))
      return `an export of opencode has messages; this is ${describeValue(record)}`
    const session = recordOf(info)
    this.#session ??= textOf(session.id)
    this.#cwd ??= textOf(session.directory)
    const name = textOf(session.id) ?? `line ${line}`
    const { messageID: revertedTo } = recordOf(session.revert)
    const undone =
      revertedTo === undefined
        ? -1
        : messages.findIndex(message => recordOf(recordOf(message).info).id === revertedTo)
    const kept = undone < 0 ? messages.length : undone
    // What the user undid is in the file until the next prompt, and the model sees none of it.
    return oneReason([
      ...this.#addAll(this.#conversations.begin(name), messages.slice(0, kept), line),
      ...this.#addAll(this.#conversations.begin(`${name} undone`), messages.slice(kept), line),
    ])
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'opencode',
      format: 'anthropic',
      ...this.#conversations.finish(),
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd, system: this.#system }),
    }
  }

  #addAll(conversation: ConversationBuilder, messages: readonly unknown[], line: number): readonly string[] {
    return messages.flatMap(message => {
      const info = recordOf(recordOf(message).info)
      const parts = listOf(recordOf(message).parts).map(recordOf)
      const { modelID, system, time, path, id } = info
      this.#model = textOf(modelID) ?? this.#model
      this.#system ??= textOf(system)
      const timestamp = recordOf(time).created
      const origin = recordOrigin(line, { timestamp, cwd: recordOf(path).cwd ?? this.#cwd, id })
      const reasons = addMessage(conversation, info, parts, origin)
      return reasons.map(why => `message ${describeValue(id)}: ${why}`)
    })
  }
}

function addMessage(
  conversation: ConversationBuilder,
  info: RawRecord,
  parts: readonly RawRecord[],
  origin: Origin,
): readonly string[] {
  if (info.role === 'user') {
    const content = parts.flatMap(userBlocks)
    const why = saysSomething(content) ? conversation.say({ role: 'user', content }, origin) : undefined
    return why === undefined ? [] : [why]
  }
  if (info.role !== 'assistant') return [`its role is ${describeValue(info.role)}`]
  // An answer that failed is never sent again; one that the user stopped is, as far as it came.
  if (isRecord(info.error) && info.error.name !== 'MessageAbortedError') return []
  markEvents(conversation, info, parts, origin)
  return stepsOf(parts).flatMap(step => addStep(conversation, step, origin))
}

function markEvents(
  conversation: ConversationBuilder,
  { summary, tokens, time }: RawRecord,
  parts: readonly RawRecord[],
  { line }: Origin,
): void {
  if (summary === true) {
    const text = parts.flatMap(part => (part.type === 'text' ? (textOf(part.text) ?? []) : [])).join('\n')
    conversation.mark(compactionOf(line, { summary: text, timestamp: recordOf(time).created }))
  }
  const { input, output, reasoning, cache } = recordOf(tokens)
  const { read, write } = recordOf(cache)
  conversation.mark(
    usageEvent(line, {
      // opencode counts cached tokens and reasoning separately.
      input: sum([input, read, write]),
      output: sum([output, reasoning]),
      cached: read,
    }),
  )
}

function sum(counts: readonly unknown[]): number {
  return counts.reduce<number>((total, count) => total + (numberOf(count) ?? 0), 0)
}

/** Older versions log several requests as one message: each begins with a `step-start`. */
function stepsOf(parts: readonly RawRecord[]): readonly (readonly RawRecord[])[] {
  const steps: RawRecord[][] = [[]]
  for (const part of parts)
    if (part.type === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  return steps
}

function addStep(
  conversation: ConversationBuilder,
  parts: readonly RawRecord[],
  origin: Origin,
): readonly string[] {
  const content = parts.flatMap(assistantBlocks)
  if (!saysSomething(content)) return []
  const why = conversation.say({ role: 'assistant', content }, origin, toolUses(content))
  if (why !== undefined) return [why]
  return parts.flatMap(part => {
    const result = part.type === 'tool' ? resultOf(part) : undefined
    return result === undefined ? [] : (conversation.answer(callId(part.callID), result, origin) ?? [])
  })
}

function userBlocks(part: RawRecord): readonly RawRecord[] {
  switch (part.type) {
    case 'text':
      return part.ignored === true ? [] : textBlocks(part.text)
    case 'file':
      return fileBlocks(part)
    // In the words of opencode, which are all that the model sees of these parts.
    case 'compaction':
      return textBlocks('What did we do so far?')
    case 'subtask':
      return textBlocks('The following tool was executed by the user')
    default:
      return []
  }
}

/** Texts and folders are repeated in parts of type `text`. */
function fileBlocks({ mime, url, filename }: RawRecord): readonly RawRecord[] {
  if (mime === 'text/plain' || mime === 'application/x-directory') return []
  const [, data] = /^data:[^,]{0,200};base64,/.test(wordOf(url)) ? wordOf(url).split(',', 2) : []
  if (data === undefined) return textBlocks(`[Attached ${wordOf(mime)}: ${wordOf(filename) || 'file'}]`)
  if (wordOf(mime).startsWith('image/')) return [imageBlock(mime, data)]
  return [{ type: 'document', source: { type: 'base64', media_type: mime, data } }]
}

function assistantBlocks(part: RawRecord): readonly RawRecord[] {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text)
    case 'reasoning':
      return thinkingBlocks(part.text, recordOf(recordOf(part.metadata).anthropic).signature)
    case 'tool':
      return [toolUseBlock(part.callID, part.tool, recordOf(part.state).input)]
    // Steps, snapshots and patches: the model does not see them.
    default:
      return []
  }
}

/** `undefined` while the tool runs. */
function resultOf({ callID, state }: RawRecord): RawRecord | undefined {
  const { status, output, error, metadata, attachments } = recordOf(state)
  const id = callId(callID)
  if (status === 'completed') {
    const files = listOf(attachments).map(recordOf).flatMap(fileBlocks)
    const text = wordOf(output)
    return toolResultBlock(id, files.length === 0 ? text : [...textBlocks(text), ...files], false)
  }
  if (status !== 'error') return undefined
  // A tool that the user stopped keeps what it had printed.
  const printed = recordOf(metadata).interrupted === true ? textOf(recordOf(metadata).output) : undefined
  return toolResultBlock(id, printed ?? wordOf(error), printed === undefined)
}
