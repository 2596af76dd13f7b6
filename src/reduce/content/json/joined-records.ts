/** Records that a tool joined by cutting the text between them: `{"id": 1, "notes": "late…90 tokens truncated…too long", "id": 2}`. */
import type { JsonObject, JsonScalar, JsonValue } from './read-json.ts'

const cutSign = /…\d{1,9} (?:tokens|characters|chars|lines) truncated…/

/** The object itself if no key after a cut is repeated. What the second record has before its first key is left out. */
export function joinedRecords(value: JsonValue): readonly JsonValue[] {
  if (value.kind !== 'object') return [value]
  const { keys, values, end } = value
  const at = values.findIndex(isCut)
  const before = new Set(keys.slice(0, at + 1))
  const cut = values[at]
  if (cut?.kind !== 'scalar' || !keys.some((key, index) => index > at && before.has(key))) return [value]
  const first: JsonObject = {
    kind: 'object',
    keys: keys.slice(0, at + 1),
    values: [...values.slice(0, at), untilCut(cut)],
    ...(cut.end !== undefined && { end: cut.end }),
  }
  const second: JsonObject = {
    kind: 'object',
    keys: keys.slice(at + 1),
    values: values.slice(at + 1),
    ...(end !== undefined && { end }),
  }
  return [first, second]
}

function isCut(value: JsonValue): boolean {
  return value.kind === 'scalar' && value.raw.length > 20 && cutSign.test(value.raw)
}

function untilCut(value: JsonScalar): JsonScalar {
  const found = cutSign.exec(value.raw)
  return found === null ? value : { ...value, raw: `${value.raw.slice(0, found.index + found[0].length)}"` }
}
