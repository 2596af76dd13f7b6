/** An item of a conversation without what clients change from request to request. */
import { isRecord } from '../../../formats/raw-value.ts'
import { withoutCacheMarks } from '../../../session/message-identity.ts'

/** A text that becomes a list of one part when a cache mark is put on it is still the same text. */
export function plainItem(item: unknown, textType: 'text' | 'input_text'): unknown {
  const plain = withoutCacheMarks(item)
  return isRecord(plain) && typeof plain.content === 'string'
    ? { ...plain, content: [{ type: textType, text: plain.content }] }
    : plain
}
