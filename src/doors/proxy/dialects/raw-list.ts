/** Helpers of all dialects for lists and items of a body. */
import { isRecord, listOf, type RawRecord } from '../../../formats/raw-value.ts'
import { withoutCacheMarks } from '../../../session/message-identity.ts'
import type { Addition } from '../../../session/session.ts'
import type { RestoredItems } from './dialect.ts'

export function recordsOf(value: unknown): readonly RawRecord[] {
  return listOf(value).filter(isRecord)
}

/** The text of a content, given as a string or in parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return recordsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}

/** Inserts items, each at its index in the resulting list. */
export function inserted<Item>(
  items: readonly Item[],
  places: readonly { readonly at: number; readonly item: Item }[],
): Item[] {
  const all = [...items]
  for (const { at, item } of places) all.splice(Math.min(at, all.length), 0, item)
  return all
}

/** The list with some items replaced: `undefined` leaves an item as it is. */
export function replacedItems(
  items: readonly unknown[],
  replacement: (item: unknown, index: number) => readonly unknown[] | undefined,
): RestoredItems {
  const all: unknown[] = []
  const added: Addition[] = []
  for (const [index, item] of items.entries()) {
    const others = replacement(item, index)
    if (others !== undefined && others.length > 0)
      added.push({ first: all.length, last: all.length + others.length - 1, messages: [item] })
    all.push(...(others ?? [item]))
  }
  return { items: all, added }
}

/** Removes what clients change from request to request: a cache mark, and the list of one part that a text becomes with it. */
export function plainItem(item: unknown, textType: 'text' | 'input_text'): unknown {
  const plain = withoutCacheMarks(item)
  return isRecord(plain) && typeof plain.content === 'string'
    ? { ...plain, content: [{ type: textType, text: plain.content }] }
    : plain
}

/** Adds no tool if the client sends none, or if a name is taken. */
export function toolsBehind(
  { tools }: RawRecord,
  ours: readonly RawRecord[],
  nameOf: (tool: RawRecord) => unknown,
): readonly RawRecord[] {
  if (!Array.isArray(tools) || tools.length === 0) return []
  const names = new Set(ours.map(nameOf))
  return tools.some(tool => isRecord(tool) && names.has(nameOf(tool))) ? [] : ours
}
