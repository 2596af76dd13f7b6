/** SWE-agent: a `.traj` document, whose `history` is the chat that the model saw, demonstrations included. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { jsonValue } from '../tokens/json-value.ts'
import { addChatEntry, chatPairing } from './chat-message.ts'
import { Conversations } from './conversation-builder.ts'
import { listOf, oneReason, present, recordOf, recordOrigin, textOf } from './log-values.ts'
import type { Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const sweAgent: TranscriptReader = {
  agent: 'swe-agent',
  endings: ['.traj'],
  detect: ([first]) => isRecord(first) && (hasHistory(first) || listOf(first.trajectory).some(isStep)),
  begin: () => new SweAgentBuilder(),
}

/** `{"role":"assistant","content":"…","thought":"…","action":"ls","agent":"main","message_type":"action"}` */
function hasHistory({ history, trajectory }: RawRecord): boolean {
  const entries = listOf(history)
  return (
    entries.length > 0 &&
    entries.every(entry => isRecord(entry) && 'role' in entry && 'content' in entry) &&
    (Array.isArray(trajectory) || entries.some(entry => 'agent' in recordOf(entry)))
  )
}

/** `{"action":"ls\n","observation":"…","response":"…","state":"…","thought":"…"}` */
function isStep(step: unknown): step is RawRecord {
  return isRecord(step) && 'action' in step && 'observation' in step
}

class SweAgentBuilder implements TranscriptBuilder {
  readonly #conversations = new Conversations(chatPairing)
  #firstLine: number | undefined
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined

  add(record: unknown, line: number): string | undefined {
    if (!isRecord(record)) return `a SWE-agent trajectory is an object, not ${describeValue(record)}`
    this.#firstLine ??= line
    const config = fromJson(record.replay_config)
    const steps = listOf(record.trajectory).filter(isStep)
    this.#session ??= textOf(recordOf(config.problem_statement).id)
    this.#model ??= textOf(recordOf(recordOf(config.agent).model).name)
    this.#cwd ??= textOf(fromJson(steps[0]?.state).working_dir)

    const document = line === this.#firstLine ? '' : `, line ${line}`
    const history = Array.isArray(record.history) ? record.history : historyOfSteps(steps)
    return oneReason(
      history.map(recordOf).flatMap((entry, index) => {
        // Sub-agents of older versions are in the same history, under their own names.
        const conversation = this.#conversations.of(`${textOf(entry.agent) ?? 'main'}${document}`)
        const why = addChatEntry(conversation, entry, recordOrigin(line, { id: index }))
        return why === undefined ? [] : `history[${index}]: ${why}`
      }),
    )
  }

  finish(): Omit<Transcript, 'problems'> {
    return {
      agent: 'swe-agent',
      format: 'openai-chat',
      ...this.#conversations.finish(),
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }
}

/** Without a history: the query of the first step, then the answer and the observation of each step; of one agent. */
function historyOfSteps(steps: readonly RawRecord[]): readonly RawRecord[] {
  return [
    ...listOf(steps[0]?.query).map(entry => ({ ...recordOf(entry), agent: undefined })),
    ...steps.flatMap(({ response, observation }) => [
      { role: 'assistant', content: response },
      { role: 'user', content: observation },
    ]),
  ]
}

/** Some versions write these objects as JSON text. */
function fromJson(value: unknown): RawRecord {
  return recordOf(typeof value === 'string' ? jsonValue(value) : value)
}
