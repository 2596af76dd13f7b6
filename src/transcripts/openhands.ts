/** OpenHands: evaluation and resolver output, a task with its `history` a line, or the events of one trajectory. */
import { isRecord, type RawRecord } from '../formats/raw-value.ts'
import { chatPairing } from './chat-message.ts'
import { Conversations } from './conversation-builder.ts'
import { listOf, oneReason, present, recordOf, textOf, wordOf } from './log-values.ts'
import { isOpenHandsEvent, playOpenHandsEvents } from './openhands-events.ts'
import { isOpenHandsSdkEvent, playOpenHandsSdkEvents } from './openhands-sdk-events.ts'
import type { Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const openHands: TranscriptReader = {
  agent: 'openhands',
  detect: head =>
    head.some(record =>
      Array.isArray(record) ? record.some(isSourcedEvent) : historyOf(record).some(isEvent) || isTask(record),
    ),
  begin: () => new OpenHandsBuilder(),
}

function isEvent(event: unknown): event is RawRecord {
  return isOpenHandsEvent(event) || isOpenHandsSdkEvent(event)
}

/** Lists in other documents may have an `action` too. */
function isSourcedEvent(event: unknown): boolean {
  return isEvent(event) && typeof event.source === 'string'
}

/** A task that failed before its first event: `{"instance_id":"…","instruction":"…","history":null,"error":"…"}` */
function isTask(record: unknown): boolean {
  return isRecord(record) && 'instance_id' in record && 'instruction' in record && 'history' in record
}

/** Old versions pair each action with its observation. */
function historyOf(record: unknown): readonly unknown[] {
  return listOf(Array.isArray(record) ? record : recordOf(record).history).flat()
}

class OpenHandsBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(chatPairing)
  #session: string | undefined
  #model: string | undefined

  add(record: unknown, line: number): string | undefined {
    const history = historyOf(record)
    if (history.length === 0) return isTask(record) ? undefined : 'not a task of OpenHands'
    const task = recordOf(record)
    const metadata = recordOf(task.metadata)
    this.#model ??= textOf(recordOf(metadata.llm_config).model) ?? textOf(recordOf(metadata.llm).model)

    const name = taskName(task)
    this.#session ??= name
    const conversation = this.#conversations.begin(name ?? `line ${line}`)
    const events = history.filter(isEvent)
    const odd = history.length - events.length
    const play = events.some(isOpenHandsSdkEvent) ? playOpenHandsSdkEvents : playOpenHandsEvents
    const reasons = play(conversation, events, line)
    return oneReason(odd === 0 ? reasons : [`entries of the history that are no events: ${odd}`, ...reasons])
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'openhands',
      format: 'openai-chat',
      ...this.#conversations.finish(),
      ...present({ session: this.#session, model: this.#model }),
    }
  }
}

function taskName(task: RawRecord): string | undefined {
  const { owner, repo, number } = recordOf(task.issue)
  const issue = number === undefined ? undefined : `${wordOf(owner)}/${wordOf(repo)}#${wordOf(number)}`
  return textOf(task.instance_id) ?? issue
}
