/** A value with its long parts cut, and what was cut from its texts. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { counted } from '../../pieces/counted.ts'
import type { JsonScalar, JsonValue } from './read-json.ts'

/** Maximum length of a string as written; longer ones are cut. */
const maxStringLength = 200
const maxMembers = 12
const previewDepth = 5

/** The same value with long parts cut; the lengths that it states are those of the original. */
export function preview(value: JsonValue, depth = 0): JsonValue {
  switch (value.kind) {
    case 'scalar':
      return value.raw.length <= maxStringLength ? value : cutString(value)
    case 'array': {
      if (value.items.length === 0) return value
      if (depth >= previewDepth) return said(counted(value.items.length, 'item'))
      const items = value.items.slice(0, maxMembers).map(item => preview(item, depth + 1))
      const rest = value.items.length - items.length
      return { kind: 'array', items: rest > 0 ? [...items, said(counted(rest, 'more item'))] : items }
    }
    case 'object': {
      if (value.keys.length === 0) return value
      if (depth >= previewDepth) return said(counted(value.keys.length, 'key'))
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
  const cut = wholeEscapes(graphemeCut(raw, maxStringLength).slice(1))
  return { kind: 'scalar', raw: `"(${raw.length - 2} characters) ${cut}…"` }
}

/** Without an incomplete escape sequence at its end: `\\`, `\\u00e`. */
function wholeEscapes(cut: string): string {
  const last = cut.lastIndexOf('\\')
  if (last < cut.length - 5) return cut
  let first = last
  while (cut.charAt(first - 1) === '\\') first -= 1
  const isEscaped = (last - first) % 2 === 1
  const length = cut.charAt(last + 1) === 'u' ? 6 : 2
  return isEscaped || last + length <= cut.length ? cut : cut.slice(0, last)
}

/** The texts within a value that a preview cuts, from the cut on. */
export function longStrings(value: JsonValue): readonly string[] {
  const found: string[] = []
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    if (next.kind !== 'scalar')
      for (const member of (next.kind === 'array' ? next.items : next.values).toReversed())
        pending.push(member)
    else if (next.raw.length > maxStringLength && next.raw.startsWith('"')) found.push(restOf(next.raw))
  return found
}

const hunk = /(?:^|\n)(?:@@ -\d{1,7}|diff --git )/

/** From the beginning of the line, or of the word, where the preview ends. */
function restOf(raw: string): string {
  const text: string = JSON.parse(raw)
  // Lines of a patch are marked as quoted: alone they would read as an edit.
  return hunk.test(text) ? lateText(text).replace(/^(?=.)/gm, '> ') : lateText(text)
}

function lateText(text: string): string {
  const cut = Math.min(text.length, maxStringLength / 2)
  const line = text.lastIndexOf('\n', cut)
  return line >= 0 ? text.slice(line + 1) : text.slice(text.lastIndexOf(' ', cut) + 1)
}
