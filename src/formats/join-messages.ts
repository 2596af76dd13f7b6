/** Several raw messages of one role as one. */
import { isRecord, type RawRecord } from './raw-value.ts'

/** Messages of one text each: the texts as paragraphs of one. `undefined` where one of them is anything else. */
export function joinTexts(messages: readonly unknown[]): unknown {
  const texts = messages.map(message => (isRecord(message) ? message.content : undefined))
  return texts.every(text => typeof text === 'string')
    ? withFieldsOf(messages, 'content', texts.join('\n\n'))
    : undefined
}

/** The parts of all in one list; a message of one text has one part. */
export function joinParts(
  messages: readonly unknown[],
  key: 'content' | 'parts',
  textPart: (text: string) => unknown,
): unknown {
  const parts: unknown[] = []
  for (const message of messages) {
    const content = isRecord(message) ? message[key] : undefined
    if (typeof content === 'string') parts.push(textPart(content))
    else if (Array.isArray(content)) parts.push(...content)
    else return undefined
  }
  return withFieldsOf(messages, key, parts)
}

/** Who speaks may differ within a role: such messages stay apart. */
const speaker = 'name'

function withFieldsOf(messages: readonly unknown[], key: string, value: unknown): RawRecord | undefined {
  const records = messages.filter(isRecord)
  const names = new Set(records.flatMap(record => record[speaker] ?? []))
  if (names.size > 1) return undefined
  return Object.fromEntries([...records.flatMap(record => Object.entries(record)), [key, value]])
}
