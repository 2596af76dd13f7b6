/** Bare messages of any format: a JSON array, JSONL with one message a line, or whole request bodies; all unchanged. */
import { FoveaError } from '../errors.ts'
import { detectFormat, detectRequest } from '../formats/detect-format.ts'
import type { Format } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { listOf, present, recordOf, recordOrigin, textOf } from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

/** Asked last: it accepts anything that could be messages. */
export const messages: TranscriptReader = {
  agent: 'messages',
  detect: ([first]) =>
    Array.isArray(first) || (isRecord(first) && (bodyKey(first) !== undefined || isMessage(first))),
  begin: () => new MessagesBuilder(),
}

const bodyKeys: readonly string[] = [...new Set(formats.map(format => format.request.messages))]

/** Where a request body keeps its messages; `undefined` for anything else. */
function bodyKey(record: RawRecord): string | undefined {
  // Messages have a role or a type, and items of the Responses API may have an "input" too.
  if (record.role !== undefined || record.type !== undefined) return undefined
  return bodyKeys.find(key => Object.hasOwn(record, key))
}

/** Anything with a role is accepted, so that the format can report what is wrong with it. */
function isMessage(record: RawRecord): boolean {
  return (
    typeof record.role === 'string' || formats.some(format => format.detect(record, formats).fits !== 'no')
  )
}

interface Spoken {
  readonly messages: unknown[]
  readonly origins: Origin[]
  /** The request that contains the messages. */
  readonly body?: RawRecord
}

/** The first conversation is the transcript itself; further whole ones (a file of many requests) are sidechains. */
class MessagesBuilder implements TranscriptBuilder {
  readonly #conversations: Spoken[] = []

  add(record: unknown, line: number): string | undefined {
    if (Array.isArray(record)) this.#addConversation(record, line)
    else if (!isRecord(record)) return `a message is an object, not ${describeValue(record)}`
    else if (bodyKey(record) !== undefined) return this.#addBody(record, line)
    else this.#addMessage(record, line)
    return undefined
  }

  finish(): Omit<Transcript, 'problems'> {
    const [first = { messages: [], origins: [] }, ...others] = this.#conversations
    const format = this.#detect(first.body)
    const system = format.request.system.map(key => systemText(first.body?.[key])).find(Boolean)
    return {
      agent: 'messages',
      format: format.name,
      messages: first.messages,
      origins: first.origins,
      events: [],
      sidechains: others.map(({ messages, origins }, index) => ({
        name: `conversation-${index + 2}`,
        messages,
        origins,
      })),
      ...present({ model: textOf(first.body?.[format.request.model ?? 'model']), system }),
      ...(first.body !== undefined && others.length === 0 ? { request: first.body } : {}),
    }
  }

  #detect(body: RawRecord | undefined): Format {
    const all = this.#conversations.flatMap(conversation => conversation.messages)
    const key = body && bodyKey(body)
    try {
      return key === undefined ? detectFormat(all) : detectRequest({ ...body, [key]: all }).format
    } catch (error) {
      if (!FoveaError.isInstance(error) || error.place.message === undefined) throw error
      const line = this.#conversations.flatMap(({ origins }) => origins)[error.place.message]?.line
      throw new FoveaError(error.code, error.message, {
        place: { ...error.place, ...present({ line }) },
        cause: error,
      })
    }
  }

  #addBody(record: RawRecord, line: number): string | undefined {
    const key = bodyKey(record) ?? ''
    const said = record[key]
    if (Array.isArray(said)) this.#addConversation(said, line, record)
    // The Responses API accepts a text as one message of the user.
    else if (key === 'input' && typeof said === 'string')
      this.#addConversation([{ role: 'user', content: said }], line, record)
    else return `the "${key}" of this request is ${describeValue(said)}, not a list`
    return undefined
  }

  #addConversation(said: readonly unknown[], line: number, body?: RawRecord): void {
    const origins = said.map(message => messageOrigin(message, line))
    this.#conversations.push({ messages: [...said], origins, ...present({ body }) })
  }

  #addMessage(message: RawRecord, line: number): void {
    const [first] = this.#conversations
    if (first === undefined) this.#addConversation([message], line)
    else {
      first.messages.push(message)
      first.origins.push(messageOrigin(message, line))
    }
  }
}

function messageOrigin(message: unknown, line: number): Origin {
  const { timestamp, id } = recordOf(message)
  return recordOrigin(line, { timestamp, id })
}

/** A string, a list of texts, or a Gemini content. */
function systemText(value: unknown): string | undefined {
  const parts = Array.isArray(value) ? value : listOf(recordOf(value).parts)
  return textOf(value) ?? textOf(parts.flatMap(part => textOf(recordOf(part).text) ?? []).join('\n'))
}
