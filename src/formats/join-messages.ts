/** Joins several raw messages of one role into one. */
import { isRecord, type RawRecord } from './raw-value.ts'

/** Joins messages of one text each as paragraphs. `undefined` where one of them has another form. */
export function joinTexts(messages: readonly unknown[]): unknown {
  const texts = messages.map(message => (isRecord(message) ? message.content : undefined))
  return texts.every(text => typeof text === 'string')
    ? withFieldsOf(messages, 'content', texts.join('\n\n'))
    : undefined
}

/** Joins all parts into one list; a message of one text has one part. */
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

/** Speakers may differ within a role: such messages are not joined. */
const speaker = 'name'

function withFieldsOf(messages: readonly unknown[], key: string, value: unknown): RawRecord | undefined {
  const records = messages.filter(isRecord)
  const names = new Set(records.flatMap(record => record[speaker] ?? []))
  if (names.size > 1) return undefined
  return Object.fromEntries([...records.flatMap(record => Object.entries(record)), [key, value]])
}
