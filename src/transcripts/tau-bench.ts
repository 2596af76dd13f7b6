/** tau-bench: results with a chat for each task and trial, or few-shot examples, each printed as one text. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import type { Transcript } from '../types.ts'
import { addChatEntry, chatDialect } from './chat-message.ts'
import { Conversations } from './conversation.ts'
import { displayedMessages } from './displayed-messages.ts'
import { listOf, oneReason, originOf, present, recordOf, wordOf } from './log-values.ts'
import type { TranscriptBuilder, TranscriptReader } from './transcript-reader.ts'

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
  readonly #conversations = new Conversations(chatDialect)
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
      const why = addChatEntry(conversation, recordOf(message), originOf(line, { id: index }))
      return why === undefined ? [] : `${name}, message ${index}: ${why}`
    })
  }
}

function taskName({ task_id: task, trial }: RawRecord): string {
  return trial === undefined ? `task ${wordOf(task)}` : `task ${wordOf(task)}, trial ${wordOf(trial)}`
}
