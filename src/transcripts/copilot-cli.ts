/** GitHub Copilot CLI: the events of a session, one per line → chat messages as its API takes them. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { chatPairing, customCall, toolCall, toolMessage } from './chat-message.ts'
import { type ConversationBuilder, Conversations } from './conversation-builder.ts'
import {
  compactionOf,
  listOf,
  present,
  recordOf,
  recordOrigin,
  textOf,
  usageEvent,
  wordOf,
} from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const copilotCli: TranscriptReader = {
  agent: 'copilot-cli',
  detect: head => head.some(isEvent),
  begin: () => new CopilotCliBuilder(),
}

/** `{"type":"user.message","data":{…},"id":"…","timestamp":"…","parentId":"…"}` */
function isEvent(record: unknown): record is RawRecord {
  return (
    isRecord(record) &&
    typeof record.type === 'string' &&
    (record.type === 'abort' || record.type.includes('.')) &&
    isRecord(record.data) &&
    'parentId' in record
  )
}

class CopilotCliBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(chatPairing)
  readonly #main = this.#conversations.of('main')
  /** Tools that the user ran: no model called them. */
  readonly #userRequested = new Set<unknown>()
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined
  #prompt: string | undefined

  add(record: unknown, line: number): string | undefined {
    if (!isEvent(record)) return `not an event of a Copilot CLI session but ${describeValue(record)}`
    const data = recordOf(record.data)
    // Events of a sub-agent are in the same stream; older versions name the call that started it.
    const agent = textOf(record.agentId) ?? textOf(data.parentToolCallId)
    const conversation = agent === undefined ? this.#main : this.#conversations.of(agent)
    const origin = recordOrigin(line, { timestamp: record.timestamp, cwd: this.#cwd, id: record.id })

    switch (record.type) {
      case 'session.start':
      case 'session.resume':
      case 'session.context_changed':
      case 'session.model_change':
        this.#session ??= textOf(data.sessionId)
        this.#model = textOf(data.newModel) ?? textOf(data.selectedModel) ?? this.#model
        this.#cwd = textOf(recordOf(data.context).cwd) ?? textOf(data.cwd) ?? this.#cwd
        return undefined
      case 'system.message':
        return this.#addPrompt(conversation, data, origin)
      case 'user.message':
        return addUserMessage(conversation, data, origin)
      case 'assistant.message':
        if (agent === undefined) this.#model = textOf(data.model) ?? this.#model
        return addAnswer(conversation, data, origin)
      case 'tool.user_requested':
        this.#userRequested.add(data.toolCallId)
        return undefined
      case 'tool.execution_complete':
        if (data.isUserRequested === true || this.#userRequested.has(data.toolCallId)) return undefined
        return addResult(conversation, data, origin)
      case 'assistant.usage':
        conversation.mark(
          usageEvent(line, {
            input: data.inputTokens,
            output: data.outputTokens,
            cached: data.cacheReadTokens,
          }),
        )
        return undefined
      case 'session.compaction_complete':
        if (data.success !== false) markCompaction(conversation, data, origin)
        return undefined
      // Turns, hooks, permissions, progress and the like: the model did not see them.
      default:
        return undefined
    }
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'copilot-cli',
      format: 'openai-chat',
      ...this.#conversations.finish(),
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }

  #addPrompt(conversation: ConversationBuilder, data: RawRecord, origin: Origin): string | undefined {
    const content = textOf(data.content)
    if (content === undefined) return 'a system message without content'
    if (conversation === this.#main) {
      // The log repeats the prompt with every message of the user.
      if (content === this.#prompt) return undefined
      this.#prompt = content
    }
    return conversation.say({ role: data.role === 'developer' ? 'developer' : 'system', content }, origin)
  }
}

function addUserMessage(
  conversation: ConversationBuilder,
  data: RawRecord,
  origin: Origin,
): string | undefined {
  // `content` is what was typed, `transformedContent` what was sent.
  const content = textOf(data.transformedContent) ?? textOf(data.content)
  if (content === undefined) return 'a user message without content'
  return conversation.say({ role: 'user', content }, origin)
}

function addAnswer(conversation: ConversationBuilder, data: RawRecord, origin: Origin): string | undefined {
  const requests = listOf(data.toolRequests).map(recordOf)
  if (requests.some(({ toolCallId }) => textOf(toolCallId) === undefined))
    return 'a tool request without an identifier'
  const ids = requests.map(({ toolCallId }) => wordOf(toolCallId))
  const calls = requests.map(({ toolCallId, name, arguments: input, type }) =>
    (type === 'custom' ? customCall : toolCall)(wordOf(toolCallId), wordOf(name), input),
  )
  const content = textOf(data.content)
  if (content === undefined && calls.length === 0) return undefined
  const message = {
    role: 'assistant',
    content: content ?? null,
    ...present({
      reasoning_content: textOf(data.reasoningText),
      reasoning_opaque: textOf(data.reasoningOpaque),
      tool_calls: calls.length === 0 ? undefined : calls,
    }),
  }
  return conversation.say(message, origin, ids)
}

function addResult(conversation: ConversationBuilder, data: RawRecord, origin: Origin): string | undefined {
  const call = textOf(data.toolCallId)
  if (call === undefined) return 'a tool result that does not say which call it answers'
  const content = recordOf(data.result).content ?? recordOf(data.error).message ?? ''
  return conversation.answer(call, toolMessage(call, content), origin)
}

function markCompaction(
  conversation: ConversationBuilder,
  data: RawRecord,
  { line, timestamp }: Origin,
): void {
  const { summaryContent: summary, preCompactionTokens: tokensBefore, trigger } = data
  conversation.mark(compactionOf(line, { summary, tokensBefore, trigger, timestamp }))
}
