/** The rows of an array of objects; with their keys those of an object whose members are alike, and of an array of arrays. */
import type { JsonArray, JsonObject, JsonValue } from './read-json.ts'
import { isList } from './write-table.ts'

/** `undefined` for fewer than two rows, and for any other value. */
export function keyedRows(value: JsonValue): readonly JsonObject[] | undefined {
  if (value.kind === 'array') {
    if (value.items.length < 2) return undefined
    return isList(value) ? (value.items as readonly JsonObject[]) : rowsOfLists(value)
  }
  if (value.kind !== 'object' || value.keys.length < 2 || !value.values.every(isFilled)) return undefined
  const [{ keys: columns }] = value.values as readonly [JsonObject]
  if (!value.values.every(({ keys }) => areAlike(keys, columns))) return undefined
  // `{"a1": {"id": "a1"}}`
  const saysKey = value.values.every(({ values }, at) => values.some(inner => isKey(inner, value.keys[at])))
  if (saysKey) return value.values
  return columns.includes(keyName)
    ? undefined
    : value.values.map((member, at) => withKey(keyName, value.keys[at] as string, member))
}

const keyName = '"key"'
const itemName = '"item"'

/** `[[{"from": "A"}, {"from": "B"}], [{"from": "C"}]]` has three rows, two of them of item 0. */
function rowsOfLists({ items }: JsonArray): readonly JsonObject[] | undefined {
  if (!items.every(isList)) return undefined
  const rows = items.flatMap((list, at) =>
    list.items.map(row => withKey(itemName, String(at), row as JsonObject)),
  )
  const [first] = rows
  const columns = first?.keys ?? []
  return columns.indexOf(itemName, 1) < 0 && rows.every(({ keys }) => areAlike(keys, columns))
    ? rows
    : undefined
}

function withKey(name: string, key: string, object: JsonObject): JsonObject {
  return {
    ...object,
    keys: [name, ...object.keys],
    values: [{ kind: 'scalar', raw: key }, ...object.values],
  }
}

function isFilled(value: JsonValue): value is JsonObject {
  return value.kind === 'object' && value.keys.length > 0
}

function areAlike(keys: readonly string[], columns: readonly string[]): boolean {
  return keys.filter(key => columns.includes(key)).length * 2 >= keys.length
}

function isKey(value: JsonValue, key: string | undefined): boolean {
  return value.kind === 'scalar' && value.raw === key
}
