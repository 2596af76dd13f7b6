/** A value in few words: long strings and lists cut, with how long they are. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { counted } from '../counted.ts'
import type { JsonScalar, JsonValue } from './read-json.ts'

/** A longer string is cut, as it is written. */
export const longestString = 200
const maxMembers = 12
const deepest = 5

/** The same value with what is long in it cut; what it says of lengths is true. */
export function preview(value: JsonValue, depth = 0): JsonValue {
  switch (value.kind) {
    case 'scalar':
      return value.raw.length <= longestString ? value : cutString(value)
    case 'array': {
      if (value.items.length === 0) return value
      if (depth >= deepest) return said(counted(value.items.length, 'item'))
      const items = value.items.slice(0, maxMembers).map(item => preview(item, depth + 1))
      const rest = value.items.length - items.length
      return { kind: 'array', items: rest > 0 ? [...items, said(counted(rest, 'more item'))] : items }
    }
    case 'object': {
      if (value.keys.length === 0) return value
      if (depth >= deepest) return said(counted(value.keys.length, 'key'))
      return {
        kind: 'object',
        keys: value.keys,
        values: value.values.map(member => preview(member, depth + 1)),
      }
    }
  }
}

function said(text: string): JsonScalar {
  return { kind: 'scalar', raw: `"… ${text}"` }
}

function cutString({ raw }: JsonScalar): JsonScalar {
  const cut = wholeEscapes(graphemeCut(raw, longestString).slice(1))
  return { kind: 'scalar', raw: `"(${raw.length - 2} characters) ${cut}…"` }
}

/** Without the beginning of an escape sequence at its end: `\\`, `\\u00e`. */
function wholeEscapes(cut: string): string {
  const last = cut.lastIndexOf('\\')
  if (last < cut.length - 5) return cut
  let first = last
  while (cut.charAt(first - 1) === '\\') first -= 1
  const isEscaped = (last - first) % 2 === 1
  const length = cut.charAt(last + 1) === 'u' ? 6 : 2
  return isEscaped || last + length <= cut.length ? cut : cut.slice(0, last)
}
