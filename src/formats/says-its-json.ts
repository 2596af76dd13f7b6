/** Whether the JSON of a message, which is stored, copied and sent, reads like the message itself. */
import type { Format } from './format.ts'
import { isPlainObject } from './located-text.ts'
import { jsonText } from './raw-value.ts'

/** An instance of a class may have its role in a getter, which JSON omits, or a `toJSON` that writes something else. */
export function saysItsJson(message: unknown, format: Format): boolean {
  if (isPlainObject(message)) return true
  const json = jsonText(message)
  if (json === undefined) return true
  const copy: unknown = JSON.parse(json)
  if (format.detect(copy, [format]).fits === 'no') return false
  return jsonText(format.read([message])) === jsonText(format.read([copy]))
}
