/** Gemini CLI sessions (`~/.gemini/tmp/…/chats/session-*`, one JSON document or JSONL) → Gemini contents. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import {
  listOf,
  numberOf,
  present,
  recordOf,
  recordOrigin,
  textOf,
  type UnplacedEvent,
  usageEvent,
} from './log-values.ts'
import type {
  Origin,
  Transcript,
  TranscriptBuilder,
  TranscriptEvent,
  TranscriptReader,
} from './transcript.ts'

export const geminiCli: TranscriptReader = {
  agent: 'gemini-cli',
  detect: ([first]) => isRecord(first) && 'sessionId' in first && 'startTime' in first,
  begin: () => new GeminiCliBuilder(),
}

type GeminiRole = 'user' | 'model'

/** One entry of the log as the model saw it; without role and parts for notices of the CLI. */
interface Entry {
  readonly role: GeminiRole | undefined
  readonly parts: readonly unknown[]
  /** The results of its calls, which the log keeps with the calls. */
  readonly results: readonly unknown[]
  readonly usage: UnplacedEvent | undefined
  readonly origin: Origin
}

class GeminiCliBuilder implements TranscriptBuilder {
  /** JSONL repeats an entry whenever it has grown: the first line gives its position, the last one its content. */
  readonly #order: string[] = []
  readonly #entries = new Map<string, Entry>()
  /** Lines that replace the history so far, by the first entry of the new one. */
  readonly #compactions = new Map<string, number>()
  /** The entries of the current history. */
  #current = new Set<string>()
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined

  add(record: unknown, line: number): string | undefined {
    if (!isRecord(record))
      return `a record of a Gemini CLI session is an object, not ${describeValue(record)}`
    if (typeof record.$rewindTo === 'string') this.#rewindTo(record.$rewindTo)
    else if (isRecord(record.$set)) this.#set(record.$set, line)
    else if (typeof record.type === 'string') this.#addEntry(record, line)
    else if ('sessionId' in record) this.#set(record, line)
    else return 'neither an entry of the conversation nor a change of the session'
    return undefined
  }

  finish(): Omit<Transcript, 'problems'> {
    const contents: { readonly role: GeminiRole; readonly parts: unknown[] }[] = []
    const origins: Origin[] = []
    const events: TranscriptEvent[] = []
    const say = (role: GeminiRole, parts: readonly unknown[], origin: Origin): void => {
      contents.push({ role, parts: [...parts] })
      origins.push(origin)
    }

    for (const id of this.#order) {
      const line = this.#compactions.get(id)
      if (line !== undefined) events.push({ type: 'compaction', line, at: contents.length })
      const entry = this.#entries.get(id)
      if (entry?.role === undefined || entry.parts.length === 0) continue
      const last = contents.at(-1)
      // The text of a response and its calls may be two entries; for the API they are one turn of the model.
      if (entry.role === 'model' && last?.role === 'model')
        for (const part of entry.parts) last.parts.push(part)
      else say(entry.role, entry.parts, entry.origin)
      if (entry.usage !== undefined) events.push({ ...entry.usage, at: contents.length - 1 })
      if (entry.results.length > 0) say('user', entry.results, entry.origin)
    }
    return {
      agent: 'gemini-cli',
      format: 'gemini',
      messages: contents,
      origins,
      events,
      sidechains: [],
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }

  #addEntry(record: RawRecord, line: number): void {
    const role = roles.get(record.type)
    const calls = listOf(record.toolCalls).filter(isRecord)
    const id = textOf(record.id) ?? `entry ${this.#order.length + 1}`
    const known = this.#entries.get(id)
    if (known === undefined) this.#order.push(id)
    this.#current.add(id)
    if (role === 'model') this.#model = textOf(record.model) ?? this.#model
    this.#entries.set(id, {
      role,
      // `thoughts` are headlines for display, which the CLI never sends back.
      parts: [...partsOf(record.content), ...calls.map(callPart)],
      results: calls.flatMap(resultParts),
      usage: entryUsage(recordOf(record.tokens), line),
      origin:
        known?.origin ?? recordOrigin(line, { timestamp: record.timestamp, cwd: this.#cwd, id: record.id }),
    })
  }

  /** The user went back: the log marks this entry and all after it as dropped. */
  #rewindTo(id: string): void {
    if (!this.#entries.has(id)) return
    for (let last = this.#order.pop(); last !== undefined; last = this.#order.pop()) {
      this.#entries.delete(last)
      if (last === id) break
    }
  }

  #set(fields: RawRecord, line: number): void {
    this.#session = textOf(fields.sessionId) ?? this.#session
    this.#cwd ??= textOf(listOf(fields.directories)[0])
    const before = this.#order.length
    const replaced = this.#current
    if (Array.isArray(fields.messages)) this.#current = new Set()
    for (const entry of listOf(fields.messages)) if (isRecord(entry)) this.#addEntry(entry, line)
    const first = this.#order[before]
    // Replaced entries stay before the new history, as in every transcript. A resumed session repeats all entries.
    const isShorter = [...replaced].some(id => !this.#current.has(id))
    if (isShorter && first !== undefined) this.#compactions.set(first, line)
  }
}

const roles: ReadonlyMap<unknown, GeminiRole> = new Map([
  ['user', 'user'],
  ['gemini', 'model'],
])

/** A part, a text, or a list of both. */
function partsOf(content: unknown): readonly unknown[] {
  const list = Array.isArray(content) ? content : [content]
  return list.flatMap(part => {
    if (typeof part === 'string') return part === '' ? [] : [{ text: part }]
    return isRecord(part) ? [part] : []
  })
}

function callPart({ id, name, args }: RawRecord): unknown {
  return { functionCall: present({ id, name, args }) }
}

/** A call without a result was never answered, and stays so. */
function resultParts({ id, name, result }: RawRecord): readonly unknown[] {
  if (typeof result !== 'string') return partsOf(result)
  return [{ functionResponse: present({ id, name, response: { output: result } }) }]
}

function entryUsage(tokens: RawRecord, line: number): UnplacedEvent | undefined {
  // Gemini counts thoughts separately; elsewhere they are part of the output.
  const output = (numberOf(tokens.output) ?? 0) + (numberOf(tokens.thoughts) ?? 0)
  return usageEvent(line, { input: tokens.input, output, cached: tokens.cached })
}
