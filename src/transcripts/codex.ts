/** Codex rollouts (`~/.codex/sessions/…/rollout-*`, old and new) → items of the OpenAI Responses API. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import {
  compactionOf,
  dropEventsAfter,
  listOf,
  numberOf,
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

export const codex: TranscriptReader = {
  agent: 'codex',
  detect: head => head.some(isRolloutLine) || isOldHeader(head[0]),
  begin: () => new CodexBuilder(),
}

const lineTypes: readonly unknown[] = [
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
]

function isRolloutLine(line: unknown): boolean {
  return isRecord(line) && lineTypes.includes(line.type) && isRecord(line.payload)
}

/** `{id, timestamp, instructions, git}` before bare items, or the `{session, items}` of the first releases. */
function isOldHeader(line: unknown): boolean {
  if (!isRecord(line)) return false
  if (isRecord(line.session) && Array.isArray(line.items)) return true
  return line.type === undefined && 'id' in line && 'timestamp' in line && 'instructions' in line
}

/** Items that Codex never sends: the state of the files at a turn, for undo. */
const notSent: readonly unknown[] = ['ghost_snapshot', 'other']

class CodexBuilder implements TranscriptBuilder {
  readonly #messages: unknown[] = []
  readonly #origins: Origin[] = []
  readonly #sidechains: Sidechain[] = []
  readonly #events: TranscriptEvent[] = []
  /** Where the turns begin in which the user spoke. */
  readonly #turns: number[] = []
  /** Where the current turn begins; older versions do not log it. */
  #turnStart: number | undefined
  /** No line with a payload so far: the first releases log bare items. */
  #isOld = true
  #session: string | undefined
  #model: string | undefined
  #system: string | undefined
  #firstCwd: string | undefined
  #cwd: string | undefined
  /** Where the response begins whose usage has not been reported yet. */
  #responseStart: number | undefined
  #totalTokens: number | undefined

  add(line: unknown, number: number): string | undefined {
    if (!isRecord(line)) return `a line of a Codex rollout is an object, not ${describeValue(line)}`
    const { payload } = line
    if (!isRecord(payload))
      return this.#isOld ? this.#addOld(line, number) : 'a line of a Codex rollout has a payload'
    this.#isOld = false
    switch (line.type) {
      case 'session_meta':
        this.#addSession(payload)
        return undefined
      case 'turn_context':
        this.#model = textOf(payload.model) ?? this.#model
        this.#setCwd(textOf(payload.cwd))
        return undefined
      case 'response_item':
        this.#addItem(payload, number, line.timestamp)
        return undefined
      case 'compacted':
        this.#addCompaction(payload, number, line.timestamp)
        return undefined
      case 'event_msg':
        this.#addEvent(payload, number)
        return undefined
      default:
        return undefined
    }
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'codex',
      format: 'openai-responses',
      messages: this.#messages,
      origins: this.#origins,
      events: this.#events,
      sidechains: this.#sidechains,
      ...present({ session: this.#session, model: this.#model, cwd: this.#firstCwd, system: this.#system }),
    }
  }

  #addOld(line: RawRecord, number: number): string | undefined {
    if (Array.isArray(line.items)) {
      this.#addSession(recordOf(line.session))
      for (const item of line.items) if (isRecord(item)) this.#addItem(item, number, item.timestamp)
    } else if (typeof line.type === 'string') this.#addItem(line, number, line.timestamp)
    else if ('instructions' in line) this.#addSession(line)
    // Some releases write `{record_type: 'state'}` between the items.
    else if (line.record_type === undefined) return 'neither an item nor anything else that Codex writes'
    return undefined
  }

  /** A resumed or forked session repeats the header of its source; its own header is the first. */
  #addSession(header: RawRecord): void {
    if (this.#session !== undefined) return
    this.#session = textOf(header.id)
    this.#system = textOf(recordOf(header.base_instructions).text) ?? textOf(header.instructions)
    this.#setCwd(textOf(header.cwd))
  }

  #setCwd(cwd: string | undefined): void {
    this.#firstCwd ??= cwd
    this.#cwd = cwd ?? this.#cwd
  }

  #addItem(item: RawRecord, line: number, timestamp: unknown): void {
    if (notSent.includes(item.type)) return
    if (isModelMade(item)) this.#responseStart ??= this.#messages.length
    else if (item.role === 'user') {
      // After an interruption no usage is reported.
      this.#responseStart = undefined
      if (this.#turnStart !== undefined) this.#turns.push(this.#turnStart)
      this.#turnStart = undefined
    }
    // `instructions` may be the project's, which are then in a message too.
    if (this.#system !== undefined && saysToModel(item, this.#system)) this.#system = undefined
    this.#messages.push(item)
    this.#origins.push(recordOrigin(line, { timestamp, cwd: this.#cwd, id: item.id ?? item.call_id }))
  }

  /** Every other event repeats an item for display. */
  #addEvent(event: RawRecord, line: number): void {
    if (event.type === 'token_count') this.#addUsage(recordOf(event.info), line)
    else if (event.type === 'task_started' || event.type === 'turn_started')
      this.#turnStart = this.#messages.length
    else if (event.type === 'thread_rolled_back') this.#rollBack(numberOf(event.num_turns) ?? 0)
  }

  /** The user took back these turns: they are a conversation of their own. */
  #rollBack(turns: number): void {
    const [from] = this.#turns.splice(Math.max(0, this.#turns.length - turns))
    if (from === undefined) return
    const messages = this.#messages.splice(from)
    const origins = this.#origins.splice(from)
    dropEventsAfter(from, this.#events)
    this.#responseStart = undefined
    this.#sidechains.push({ name: `branch ${this.#sidechains.length + 1}`, messages, origins })
  }

  /** The items before it stay: the event marks where Codex began to send `replacement_history` instead of them. */
  #addCompaction(payload: RawRecord, line: number, timestamp: unknown): void {
    const event = compactionOf(line, { summary: payload.message, timestamp })
    this.#events.push({ ...event, at: this.#messages.length })
  }

  /** Counts are repeated whenever a rate limit changes; only a new total means a new response. */
  #addUsage(info: RawRecord, line: number): void {
    const last = recordOf(info.last_token_usage)
    const total = numberOf(recordOf(info.total_token_usage).total_tokens)
    const counts = { input: last.input_tokens, output: last.output_tokens, cached: last.cached_input_tokens }
    const usage = usageEvent(line, counts)
    if (usage === undefined || (total !== undefined && total === this.#totalTokens)) return
    this.#events.push({ ...usage, at: this.#responseStart ?? this.#messages.length })
    this.#totalTokens = total
    this.#responseStart = undefined
  }
}

function isModelMade(item: RawRecord): boolean {
  if (item.type === 'message') return item.role === 'assistant'
  return item.type === 'reasoning' || (typeof item.type === 'string' && item.type.endsWith('_call'))
}

function saysToModel(item: RawRecord, text: string): boolean {
  if (item.role !== 'user' && item.role !== 'developer') return false
  return listOf(item.content).some(part => contains(textOf(recordOf(part).text) ?? '', text))
}

/** Searches for a short beginning first: searching for a long text can take quadratic time. */
function contains(text: string, part: string): boolean {
  const at = text.indexOf(part.slice(0, 64))
  return at >= 0 && text.startsWith(part, at)
}
