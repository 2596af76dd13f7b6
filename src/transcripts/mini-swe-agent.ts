/** mini-SWE-agent: a `.traj.json` document, or the bare list of messages that its first versions wrote. */
import { openaiResponses } from '../formats/openai-responses.ts'
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { addChatEntry, chatPairing, chatUsage } from './chat-message.ts'
import { type ConversationBuilder, Conversations, type Pairing } from './conversation-builder.ts'
import {
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

export const miniSweAgent: TranscriptReader = {
  agent: 'mini-swe-agent',
  detect: ([first]) => (isRecord(first) ? isTrajectory(first) : isBareTrajectory(first)),
  begin: () => new MiniSweAgentBuilder(),
}

/** `{"info":{"exit_status":"Submitted",…},"messages":[…],"trajectory_format":"mini-swe-agent-1.1"}` */
function isTrajectory({ info, messages, trajectory_format: format }: RawRecord): boolean {
  const about = recordOf(info)
  return (
    Array.isArray(messages) &&
    (wordOf(format).startsWith('mini-swe-agent') || 'mini_version' in about || 'exit_status' in about)
  )
}

/** Its observations begin with the exit code of the command: `<returncode>0</returncode>`. */
function isBareTrajectory(document: unknown): boolean {
  const messages = listOf(document).map(recordOf)
  return (
    messages[0]?.role === 'system' &&
    messages.some(({ role, content }) => role === 'user' && wordOf(content).startsWith('<returncode>'))
  )
}

class MiniSweAgentBuilder implements TranscriptBuilder {
  #pairing: Pairing = chatPairing
  #conversations: Conversations | undefined
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined

  add(record: unknown, line: number): string | undefined {
    const document = recordOf(record)
    const messages = Array.isArray(record) ? record : document.messages
    if (!Array.isArray(messages))
      return `a mini-SWE-agent trajectory has messages; this is ${describeValue(record)}`
    const config = recordOf(recordOf(document.info).config)
    this.#session ??= textOf(document.instance_id)
    this.#model ??= textOf(recordOf(config.model).model_name)
    this.#cwd ??= textOf(recordOf(config.environment).cwd)
    if (this.#conversations === undefined && messages.some(isResponsesItem)) this.#pairing = responsesPairing
    this.#conversations ??= new Conversations(this.#pairing)

    const conversation = this.#conversations.begin(`line ${line}`)
    const add = this.#pairing === chatPairing ? addChat : addItems
    return oneReason(
      messages.map(recordOf).flatMap((message, index) => {
        // The final message of a finished run, which is not sent to a model.
        if (message.role === 'exit') return []
        const { timestamp } = recordOf(message.extra)
        const origin = recordOrigin(line, { timestamp: timestamp ?? message.timestamp, id: index })
        const why = add(conversation, message, origin)
        return why === undefined ? [] : `messages[${index}]: ${why}`
      }),
    )
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'mini-swe-agent',
      format: this.#pairing.format.name,
      ...(this.#conversations ?? new Conversations(this.#pairing)).finish(),
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }
}

/** Items are sent back unchanged; calls and their outputs are items too. */
const responsesPairing: Pairing = {
  format: openaiResponses,
  withoutCalls: message => message,
  carry: results => results,
}

function addChat(conversation: ConversationBuilder, message: RawRecord, origin: Origin): string | undefined {
  conversation.mark(chatUsage(origin.line, recordOf(recordOf(message.extra).response).usage))
  return addChatEntry(conversation, message, origin)
}

function addItems(
  conversation: ConversationBuilder,
  { extra: _, ...item }: RawRecord,
  origin: Origin,
): string | undefined {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = recordOf(item.usage)
  conversation.mark(usageEvent(origin.line, { input, output, cached: recordOf(details).cached_tokens }))
  const items = item.object === 'response' ? listOf(item.output).map(recordOf) : [item]
  return oneReason(items.flatMap(each => conversation.say(each, origin) ?? []))
}

/** With the Responses API, whole responses and outputs of calls replace chat messages. */
function isResponsesItem(message: unknown): boolean {
  const { object, type, output } = recordOf(message)
  return type === 'function_call_output' || (object === 'response' && Array.isArray(output))
}
