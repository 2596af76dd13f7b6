/** Lists in a body that may be none. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function recordsOf(value: unknown): readonly RawRecord[] {
  return listOf(value).filter(isRecord)
}

/** Puts things in among others, each at its place in the whole. */
export function inserted<Item>(
  items: readonly Item[],
  places: readonly { readonly at: number; readonly item: Item }[],
): Item[] {
  const all = [...items]
  for (const { at, item } of places) all.splice(Math.min(at, all.length), 0, item)
  return all
}
