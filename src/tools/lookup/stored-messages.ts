/** The messages that an original of messages holds, or that a part of it is. */
import { formatOf } from '../../formats/detect-format.ts'
import { isRecord } from '../../formats/raw-value.ts'
import type { Message } from '../../types.ts'

/** Written as JSON in one line, however many lines they say; `isPart`: one of them, over several lines. */
export function storedMessages(text: string, isPart: boolean): readonly Message[] | undefined {
  if (!(isPart ? text.startsWith('{') : text.startsWith('[') && !text.includes('\n'))) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (messages.length === 0 || !messages.every(isRecord)) return undefined
    return formatOf(messages).read(messages)
  } catch {
    return undefined
  }
}
