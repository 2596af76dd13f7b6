/** Cline: a session's JSON document, or the bare list that older versions and Roo Code keep per task → Anthropic messages. */
import { describeValue, isRecord, jsonText, type RawRecord } from '../formats/raw-value.ts'
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
  oneReason,
  present,
  recordOf,
  recordOrigin,
  textOf,
  usageEvent,
  wordOf,
} from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const cline: TranscriptReader = {
  agent: 'cline',
  detect: ([first]) => (isRecord(first) ? isSession(first) : isTaskHistory(first)),
  begin: () => new ClineBuilder(),
}

/** `{"version":1,"updated_at":"…","agent":"lead","sessionId":"…","messages":[{"role":"user",…}],"system_prompt":"…"}` */
function isSession(document: RawRecord): boolean {
  return (
    'updated_at' in document &&
    ('sessionId' in document || 'system_prompt' in document) &&
    Array.isArray(document.messages) &&
    document.messages.every(message => isRecord(message) && 'role' in message && 'content' in message)
  )
}

/** A conversation begins with the task (Roo Code: `<user_message>`) and the state of the editor, both in tags. */
function isTaskHistory(document: unknown): boolean {
  const { role, content } = recordOf(listOf(document)[0])
  const opening = textIn(content)
  return (
    role === 'user' && /^<(?:task|user_message)>/.test(opening) && opening.includes('<environment_details>')
  )
}

function textIn(content: unknown): string {
  const texts = typeof content === 'string' ? [content] : listOf(content).map(part => recordOf(part).text)
  return texts.filter(text => typeof text === 'string').join('\n')
}

class ClineBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(anthropicPairing)
  #session: string | undefined
  #model: string | undefined
  #system: string | undefined

  add(record: unknown, line: number): string | undefined {
    const document = recordOf(record)
    const messages = Array.isArray(record) ? record : document.messages
    if (!Array.isArray(messages)) return `a Cline session has messages; this is ${describeValue(record)}`
    this.#session ??= textOf(document.sessionId)
    this.#system ??= textOf(document.system_prompt)
    const conversation = this.#conversations.begin(textOf(document.sessionId) ?? `line ${line}`)
    return oneReason(
      messages.map(recordOf).flatMap((message, index) => {
        this.#model = textOf(recordOf(message.modelInfo).id) ?? this.#model
        const origin = recordOrigin(line, { timestamp: message.ts, id: message.id ?? index })
        return addMessage(conversation, message, origin).map(why => `messages[${index}]: ${why}`)
      }),
    )
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'cline',
      format: 'anthropic',
      ...this.#conversations.finish(),
      ...present({ session: this.#session, model: this.#model, system: this.#system }),
    }
  }
}

function addMessage(
  conversation: ConversationBuilder,
  message: RawRecord,
  origin: Origin,
): readonly string[] {
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant') return [`its role is ${describeValue(role)}`]
  markEvents(conversation, message, origin.line)
  if (Array.isArray(content)) return addBlocks(conversation, role, content.map(recordOf), origin)
  const why = textOf(content) === undefined ? undefined : conversation.say({ role, content }, origin)
  return why === undefined ? [] : [why]
}

function markEvents(conversation: ConversationBuilder, message: RawRecord, line: number): void {
  const { metadata, metrics, isSummary, content, ts: timestamp } = message
  const { kind, summary, tokensBefore, generatedAt } = recordOf(metadata)
  if (kind === 'compaction_summary')
    conversation.mark(compactionOf(line, { summary, tokensBefore, timestamp: generatedAt }))
  // Roo Code
  if (isSummary === true) conversation.mark(compactionOf(line, { summary: textIn(content), timestamp }))
  const { inputTokens, outputTokens, cacheReadTokens } = recordOf(metrics)
  conversation.mark(usageEvent(line, { input: inputTokens, output: outputTokens, cached: cacheReadTokens }))
}

/** Every result is logged as a separate message, even where one answer made several calls. */
function addBlocks(
  conversation: ConversationBuilder,
  role: string,
  blocks: readonly RawRecord[],
  origin: Origin,
): readonly string[] {
  const reasons = blocks.filter(isResult).flatMap(({ tool_use_id: id, content, is_error: isError }) => {
    const result = toolResultBlock(callId(id), clineResult(content), isError === true)
    return conversation.answer(callId(id), result, origin) ?? []
  })
  const content = blocks.filter(block => !isResult(block)).flatMap(clineBlocks)
  if (!saysSomething(content)) return reasons
  const why = conversation.say({ role, content }, origin, toolUses(content))
  return why === undefined ? reasons : [...reasons, why]
}

function isResult({ type }: RawRecord): boolean {
  return type === 'tool_result'
}

/** Converts Cline's content blocks, which are close to Anthropic's. */
function clineBlocks(block: RawRecord): RawRecord[] {
  switch (block.type) {
    case 'text':
      return textBlocks(block.text)
    case 'file':
      return textBlocks(
        `<file_content path="${wordOf(block.path)}">\n${wordOf(block.content)}\n</file_content>`,
      )
    case 'image':
      return [isRecord(block.source) ? block : imageBlock(block.mediaType, block.data)]
    case 'thinking':
      return thinkingBlocks(block.thinking, block.signature)
    // Roo Code: reasoning of providers other than Anthropic.
    case 'reasoning':
      return textBlocks(block.text)
    case 'thoughtSignature':
      return []
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'tool_use':
      return [toolUseBlock(block.id, block.name, block.input)]
    default:
      return [block]
  }
}

/** The result of a tool: blocks stay blocks; rows of newer tools are sent as JSON. */
function clineResult(content: unknown): unknown {
  if (typeof content === 'string') return content
  const blocks = listOf(content).map(recordOf)
  return blocks.every(({ type }) => typeof type === 'string')
    ? blocks.flatMap(clineBlocks)
    : (jsonText(content) ?? '')
}
