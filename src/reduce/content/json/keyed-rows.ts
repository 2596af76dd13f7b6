/** The rows of an array of objects; with their keys those of an object whose members are alike, and of an array of arrays. */
import type { JsonArray, JsonObject, JsonValue } from './read-json.ts'
import { reportsError } from './row-facts.ts'
import { isList } from './write-table.ts'

/** `undefined` for fewer than two rows, an object with an error, and any other value. */
export function keyedRows(value: JsonValue): readonly JsonObject[] | undefined {
  if (value.kind === 'array') {
    if (value.items.length < 2) return undefined
    return isList(value) ? (value.items as readonly JsonObject[]) : rowsOfLists(value)
  }
  if (value.kind !== 'object' || value.keys.length < 2 || !value.values.every(isFilled)) return undefined
  if (value.values.some((member, at) => reportsError(value.keys[at] as string, member))) return undefined
  const columns = new Set(value.values[0]?.keys)
  if (!value.values.every(({ keys }) => areAlike(keys, columns))) return undefined
  // `{"a1": {"id": "a1"}}`
  const saysKey = value.values.every(({ values }, at) => values.some(inner => isKey(inner, value.keys[at])))
  if (saysKey) return value.values
  return value.values.some(({ keys }) => keys.includes(keyName))
    ? undefined
    : value.values.map((member, at) => withKey(keyName, value.keys[at] as string, member))
}

const keyName = '"key"'
const itemName = '"item"'

/** `[[{"from": "A"}, {"from": "B"}], [{"from": "C"}]]` has three rows, two of them of item 0. */
function rowsOfLists({ items }: JsonArray): readonly JsonObject[] | undefined {
  if (!items.every(isList)) return undefined
  const rows = items.map(list => list.items as readonly JsonObject[])
  const columns = new Set(rows[0]?.[0]?.keys)
  const isTable = rows.flat().every(({ keys }) => areAlike(keys, columns) && !keys.includes(itemName))
  if (!isTable) return undefined
  return rows.flatMap((list, at) => list.map(row => withKey(itemName, String(at), row)))
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

function areAlike(keys: readonly string[], columns: ReadonlySet<string>): boolean {
  return keys.filter(key => columns.has(key)).length * 2 >= keys.length
}

function isKey(value: JsonValue, key: string | undefined): boolean {
  return value.kind === 'scalar' && value.raw === key
}
