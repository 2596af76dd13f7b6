/** tau-bench: results with a chat for each task and trial, or few-shot examples, each printed as one text. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { addChatEntry, chatPairing, toolCall, toolMessage } from './chat-message.ts'
import { Conversations } from './conversation-builder.ts'
import { listOf, oneReason, present, recordOf, recordOrigin, wordOf } from './log-values.ts'
import type { Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const tauBench: TranscriptReader = {
  agent: 'tau-bench',
  detect: ([first]) => {
    const record = Array.isArray(first) ? first[0] : first
    return isResult(record) || isExample(record)
  },
  begin: () => new TauBenchBuilder(),
}

/** `{"task_id":0,"reward":1.0,"info":{…},"traj":[{"role":"system",…},…],"trial":0}` */
function isResult(record: unknown): record is RawRecord {
  return isRecord(record) && 'task_id' in record && Array.isArray(record.traj)
}

/** `{"messages_display":"user: Hi, …\nassistant: None\ntool: {…}"}` */
function isExample(record: unknown): record is { readonly messages_display: string } {
  return isRecord(record) && typeof record.messages_display === 'string'
}

class TauBenchBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(chatPairing)
  #session: string | undefined

  add(record: unknown, line: number): string | undefined {
    const records = Array.isArray(record) ? record : [record]
    return oneReason(records.flatMap(each => this.#addConversation(each, line)))
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'tau-bench',
      format: 'openai-chat',
      ...this.#conversations.finish(),
      ...present({ session: this.#session }),
    }
  }

  #addConversation(record: unknown, line: number): readonly string[] {
    if (isExample(record))
      return this.#addChat(displayedMessages(record.messages_display), `line ${line}`, line)
    if (!isResult(record)) return [`not a result of tau-bench but ${describeValue(record)}`]
    const name = taskName(record)
    this.#session ??= name
    return this.#addChat(listOf(record.traj), name, line)
  }

  #addChat(messages: readonly unknown[], name: string, line: number): readonly string[] {
    const conversation = this.#conversations.begin(name)
    return messages.flatMap((message, index) => {
      const why = addChatEntry(conversation, recordOf(message), recordOrigin(line, { id: index }))
      return why === undefined ? [] : `${name}, message ${index}: ${why}`
    })
  }
}

function taskName({ task_id: task, trial }: RawRecord): string {
  return trial === undefined ? `task ${wordOf(task)}` : `task ${wordOf(task)}, trial ${wordOf(trial)}`
}

interface Said {
  readonly role: string
  readonly lines: string[]
}

/**
 * Calls were not printed, only their results: each result answers a call of the assistant before it, whose name and arguments
 * are lost.
 */
function displayedMessages(text: string): readonly RawRecord[] {
  const said = splitByRole(text)
  return said.map(({ role, lines }, index) => {
    const content = lines.join('\n')
    if (role === 'tool') return toolMessage(callOf(index), content)
    if (role !== 'assistant') return { role, content }

    const results = countResults(said, index + 1)
    if (results === 0) return { role, content }
    const calls = Array.from({ length: results }, (_, at) => toolCall(callOf(index + 1 + at), 'unknown', {}))
    // Python printed `None` for a missing text.
    return { role, content: content === 'None' ? null : content, tool_calls: calls }
  })
}

function callOf(index: number): string {
  return `call_${index}`
}

function countResults(said: readonly Said[], from: number): number {
  let end = from
  while (said[end]?.role === 'tool') end += 1
  return end - from
}

function splitByRole(text: string): readonly Said[] {
  const said: Said[] = []
  for (const line of text.split('\n')) {
    const role = roles.find(each => line.startsWith(`${each}: `) || line === `${each}:`)
    if (role !== undefined) said.push({ role, lines: [line.slice(role.length + 2)] })
    // Lines before the first role are a heading without a speaker.
    else said.at(-1)?.lines.push(line)
  }
  return said
}

const roles = ['system', 'user', 'assistant', 'tool']
