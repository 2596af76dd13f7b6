/** Qwen Code sessions (`~/.qwen/projects/…/chats/*.jsonl`, also of sub-agents) → Gemini contents. */
import { gemini } from '../formats/gemini.ts'
import { formats } from '../formats/index.ts'
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import type { FinishedConversation } from './conversation-builder.ts'
import {
  compactionOf,
  dropEventsAfter,
  listOf,
  numberOf,
  oneReason,
  present,
  recordOf,
  recordOrigin,
  textOf,
  usageEvent,
} from './log-values.ts'
import type {
  Origin,
  Sidechain,
  Transcript,
  TranscriptBuilder,
  TranscriptEvent,
  TranscriptReader,
} from './transcript.ts'

export const qwenCode: TranscriptReader = {
  agent: 'qwen-code',
  detect: head => head.some(isSpoken),
  begin: () => new QwenCodeBuilder(),
}

/** `{"uuid":"…","parentUuid":null,"sessionId":"…","type":"user","message":{"role":"user","parts":[…]}}` */
function isSpoken(record: unknown): boolean {
  return isRecord(record) && 'parentUuid' in record && Array.isArray(recordOf(record.message).parts)
}

/** Records that Qwen Code leaves out of the history that it sends. */
const notSent: readonly unknown[] = ['realtime_message', 'code_mode_tool_result']

class QwenCodeBuilder implements TranscriptBuilder {
  readonly #main = new QwenConversation()
  readonly #agents = new Map<string, QwenConversation>()
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined

  add(record: unknown, line: number): string | undefined {
    if (!isRecord(record)) return `a record of a Qwen Code session is an object, not ${describeValue(record)}`
    if (typeof record.type !== 'string') return 'neither a message nor an event of a Qwen Code session'
    this.#session ??= textOf(record.sessionId)
    this.#cwd ??= textOf(record.cwd)
    const agent = textOf(record.agentId)
    if (agent === undefined || this.#main.isEmpty) this.#model = textOf(record.model) ?? this.#model
    return this.#conversation(agent).add(record, line)
  }

  finish(): Omit<Transcript, 'problems'> {
    const conversations = [['main', this.#main] as const, ...this.#agents]
      .map(([name, conversation]) => ({ name, ...conversation.finish() }))
      .filter(({ messages }) => messages.length > 0)
    const [{ messages, origins, events } = this.#main.finish(), ...others] = conversations
    const sidechains = others.map(({ events: _, ...sidechain }) => sidechain)
    return {
      agent: 'qwen-code',
      format: 'gemini',
      messages,
      origins,
      events,
      sidechains: [...sidechains, ...this.#main.abandoned],
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }

  #conversation(agent: string | undefined): QwenConversation {
    if (agent === undefined) return this.#main
    const conversation = this.#agents.get(agent) ?? new QwenConversation()
    this.#agents.set(agent, conversation)
    return conversation
  }
}

interface Content {
  readonly role: unknown
  readonly parts: unknown[]
}

class QwenConversation {
  readonly abandoned: Sidechain[] = []
  readonly #contents: Content[] = []
  readonly #origins: Origin[] = []
  readonly #events: TranscriptEvent[] = []
  /** How many contents there were after each record. */
  readonly #lengths = new Map<unknown, number>([[null, 0]])

  get isEmpty(): boolean {
    return this.#contents.length === 0
  }

  add(record: RawRecord, line: number): string | undefined {
    const why = record.type === 'system' ? this.#change(record, line) : this.#say(record, line)
    if (textOf(record.uuid) !== undefined) this.#lengths.set(record.uuid, this.#contents.length)
    return why
  }

  finish(): FinishedConversation {
    return { messages: this.#contents, origins: this.#origins, events: this.#events }
  }

  #say(record: RawRecord, line: number): string | undefined {
    if (notSent.includes(record.subtype)) return undefined
    const origin = recordOrigin(line, { timestamp: record.timestamp, cwd: record.cwd, id: record.uuid })
    const last = this.#contents.at(-1)
    // Each result is a record of its own; for the API the results of one answer are one turn of the user.
    const continues =
      last?.role === 'user' &&
      (record.subtype === 'mid_turn_user_message' ||
        (record.type === 'tool_result' && last.parts.some(isResponse)))
    const why = this.#push(record.message, origin, continues ? last : undefined)
    if (why !== undefined) return why
    const { promptTokenCount: input, ...usage } = recordOf(record.usageMetadata)
    const output = (numberOf(usage.candidatesTokenCount) ?? 0) + (numberOf(usage.thoughtsTokenCount) ?? 0)
    const event = usageEvent(line, { input, output, cached: usage.cachedContentTokenCount })
    if (event !== undefined) this.#events.push({ ...event, at: this.#contents.length - 1 })
    return undefined
  }

  #push(message: unknown, origin: Origin, last?: Content): string | undefined {
    const { role, parts } = recordOf(message)
    const fit = gemini.detect(message, formats)
    if (fit.fits === 'no') return `its message cannot be read: ${fit.why}`
    if (last !== undefined) for (const part of listOf(parts)) last.parts.push(part)
    else {
      this.#contents.push({ role, parts: [...listOf(parts)] })
      this.#origins.push(origin)
    }
    return undefined
  }

  #change({ subtype, systemPayload, ...record }: RawRecord, line: number): string | undefined {
    const payload = recordOf(systemPayload)
    const { timestamp } = record
    switch (subtype) {
      case 'chat_compression': {
        // The contents before it stay: Qwen Code sends `compressedHistory`, which begins with the summary, instead of them.
        const [summary] = listOf(recordOf(listOf(payload.compressedHistory)[0]).parts)
        const tokensBefore = recordOf(payload.info).originalTokenCount
        const event = compactionOf(line, { summary: recordOf(summary).text, tokensBefore, timestamp })
        this.#events.push({ ...event, at: this.#contents.length })
        return undefined
      }
      case 'rewind':
        this.#abandon(this.#lengths.get(record.parentUuid) ?? this.#contents.length)
        return undefined
      case 'agent_bootstrap':
        // What a forked sub-agent was given of the conversation that started it.
        return oneReason(
          listOf(payload.history).flatMap(
            content => this.#push(content, recordOrigin(line, { timestamp })) ?? [],
          ),
        )
      case 'slash_command':
        if (payload.phase === 'result' && payload.sentToModel !== true) this.#forget(payload.rawCommand)
        return undefined
      default:
        // Titles, settings, snapshots of files: the model does not see them, and new types appear all the time.
        return undefined
    }
  }

  /** The user went back to before these contents: they are a conversation of their own. */
  #abandon(from: number): void {
    const messages = this.#contents.splice(from)
    const origins = this.#origins.splice(from)
    dropEventsAfter(from, this.#events)
    if (messages.length > 0)
      this.abandoned.push({ name: `branch ${this.abandoned.length + 1}`, messages, origins })
  }

  /** A command that Qwen Code ran itself is logged as words of the user. */
  #forget(command: unknown): void {
    const { role, parts = [] } = this.#contents.at(-1) ?? {}
    if (role !== 'user' || parts.length !== 1 || recordOf(parts[0]).text !== command) return
    this.#contents.pop()
    this.#origins.pop()
  }
}

function isResponse(part: unknown): boolean {
  return 'functionResponse' in recordOf(part)
}
