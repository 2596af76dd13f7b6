/** Rebuilds one conversation from the lines of a Claude Code log, as the API saw it. */
import { isRecord, type RawRecord } from '../formats/raw-value.ts'
import type { FinishedConversation } from './conversation-builder.ts'
import { compactionOf, numberOf, recordOf, textOf, type UnplacedEvent, usageEvent } from './log-values.ts'
import type { Origin, TranscriptEvent } from './transcript.ts'

export type LoggedContent = string | readonly unknown[]

type Compaction = ReturnType<typeof compactionOf>

interface Draft {
  readonly role: 'user' | 'assistant'
  content: string | unknown[]
  readonly origin: Origin
  usage?: UnplacedEvent
  /** The user message that answers the calls of this message. */
  answer?: { readonly results: unknown[]; readonly others: unknown[]; readonly origin: Origin }
}

export class ClaudeCodeChain {
  readonly #drafts: Draft[] = []
  readonly #byMessageId = new Map<string, Draft>()
  readonly #byCallId = new Map<string, Draft>()
  readonly #compactions: { readonly before: number; event: Compaction }[] = []

  get isEmpty(): boolean {
    return this.#drafts.length === 0
  }

  /** Joins an API message that the log splits over several lines (same `id`). */
  addAssistant(message: RawRecord, spoken: LoggedContent, origin: Origin): void {
    // Some models begin with a blank text, which the API refuses.
    const content = typeof spoken === 'string' ? spoken : spoken.filter(block => !isBlank(block))
    const id = textOf(message.id)
    const known = id === undefined ? undefined : this.#byMessageId.get(id)
    const draft = known ?? this.#begin('assistant', content, origin)
    if (known !== undefined) {
      known.content = blocksOf(known.content)
      for (const block of blocksOf(content)) known.content.push(block)
    }
    if (id !== undefined) this.#byMessageId.set(id, draft)
    for (const block of blocksOf(content)) {
      const callId = isRecord(block) && block.type === 'tool_use' ? textOf(block.id) : undefined
      if (callId !== undefined) this.#byCallId.set(callId, draft)
    }
    // Every line of a message repeats its usage; only the last one is complete.
    const usage = messageUsage(message, draft.origin.line)
    if (usage !== undefined) draft.usage = usage
  }

  /** Results are added to the message right after their calls, wherever in the log they are. */
  addUser(content: LoggedContent, origin: Origin): void {
    const others: unknown[] = []
    let answer: Draft['answer']
    for (const block of blocksOf(content)) {
      const callId = isRecord(block) && block.type === 'tool_result' ? textOf(block.tool_use_id) : undefined
      const caller = callId === undefined ? undefined : this.#byCallId.get(callId)
      if (caller === undefined) others.push(block)
      else {
        answer = caller.answer ??= { results: [], others: [], origin }
        answer.results.push(block)
      }
    }
    if (answer === undefined) this.#begin('user', content, origin)
    else for (const block of others) answer.others.push(block)
  }

  addCompaction(event: Compaction): void {
    this.#compactions.push({ before: this.#drafts.length, event })
  }

  /** The summary of the last compaction; older logs have no other line about it. */
  addSummary(summary: string, { line, timestamp }: Origin): void {
    const last = this.#compactions.at(-1)
    if (last !== undefined && last.event.summary === undefined) last.event = { ...last.event, summary }
    else this.addCompaction(compactionOf(line, { summary, timestamp }))
  }

  finish(): FinishedConversation {
    const messages: unknown[] = []
    const origins: Origin[] = []
    const events: TranscriptEvent[] = []
    const compactions = Map.groupBy(this.#compactions, compaction => compaction.before)
    const addCompactions = (before: number): void => {
      for (const { event } of compactions.get(before) ?? []) events.push({ ...event, at: messages.length })
    }

    for (const [index, { role, content, origin, usage, answer }] of this.#drafts.entries()) {
      addCompactions(index)
      if (usage !== undefined) events.push({ ...usage, at: messages.length })
      if (content.length === 0 && role === 'assistant') continue
      messages.push({ role, content })
      origins.push(origin)
      if (answer === undefined) continue
      // The API requires results before anything else in the message.
      messages.push({ role: 'user', content: [...answer.results, ...answer.others] })
      origins.push(answer.origin)
    }
    addCompactions(this.#drafts.length)
    return { messages, origins, events }
  }

  #begin(role: Draft['role'], content: LoggedContent, origin: Origin): Draft {
    const draft: Draft = { role, content: typeof content === 'string' ? content : [...content], origin }
    this.#drafts.push(draft)
    return draft
  }
}

function isBlank(block: unknown): boolean {
  return (
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' && block.text.trim() === ''
  )
}

/** The array itself, or a string as a list of blocks. */
function blocksOf<Blocks extends readonly unknown[]>(content: string | Blocks): Blocks | unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function messageUsage(message: RawRecord, line: number): UnplacedEvent | undefined {
  const usage = recordOf(message.usage)
  const cached = numberOf(usage.cache_read_input_tokens) ?? 0
  const written = numberOf(usage.cache_creation_input_tokens) ?? 0
  const input = (numberOf(usage.input_tokens) ?? 0) + written + cached
  return usageEvent(line, { input, output: usage.output_tokens, cached })
}
