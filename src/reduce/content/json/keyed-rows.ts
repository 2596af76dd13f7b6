/** The rows of an array of objects, and of an object whose members are alike, each with its key. */
import type { JsonObject, JsonValue } from './read-json.ts'
import { isList } from './write-table.ts'

/** `undefined` for fewer than two rows, and for any other value. */
export function keyedRows(value: JsonValue): readonly JsonObject[] | undefined {
  if (isList(value)) return value.items.length > 1 ? (value.items as readonly JsonObject[]) : undefined
  if (value.kind !== 'object' || value.keys.length < 2 || !value.values.every(isFilled)) return undefined
  const [{ keys: columns }] = value.values as readonly [JsonObject]
  if (!value.values.every(({ keys }) => areAlike(keys, columns))) return undefined
  // `{"a1": {"id": "a1"}}`
  const saysKey = value.values.every(({ values }, at) => values.some(inner => isKey(inner, value.keys[at])))
  if (saysKey) return value.values
  return columns.includes(keyName)
    ? undefined
    : value.values.map((member, at) => ({
        ...member,
        keys: [keyName, ...member.keys],
        values: [{ kind: 'scalar', raw: value.keys[at] as string }, ...member.values],
      }))
}

const keyName = '"key"'

function isFilled(value: JsonValue): value is JsonObject {
  return value.kind === 'object' && value.keys.length > 0
}

function areAlike(keys: readonly string[], columns: readonly string[]): boolean {
  return keys.filter(key => columns.includes(key)).length * 2 >= keys.length
}

function isKey(value: JsonValue, key: string | undefined): boolean {
  return value.kind === 'scalar' && value.raw === key
}
