/** Writes edited texts into raw messages: copies only the objects on the path to an edit, once. */
import type { Path } from '../types.ts'
import type { Edit } from './format.ts'

/** The value that replaces the raw value at an edit's path, so that its block reads `text`. */
export type Replace = (value: unknown, text: string) => unknown

const replaceString: Replace = (_value, text) => text

export function writeEdits(
  messages: readonly unknown[],
  edits: readonly Edit[],
  replace: Replace = replaceString,
): readonly unknown[] {
  if (edits.length === 0) return messages
  const written = messages.slice()
  const copies = new Set<unknown>()
  for (const edit of edits)
    written[edit.message] = setAt(written[edit.message], edit.path, 0, copies, value =>
      edit.media === 'json' ? JSON.parse(edit.text) : replace(value, edit.text),
    )
  return written
}

function setAt(
  value: unknown,
  path: Path,
  depth: number,
  copies: Set<unknown>,
  change: (value: unknown) => unknown,
): unknown {
  const key = path[depth]
  if (key === undefined) return change(value)
  const copy = (copies.has(value) ? value : copyOf(value)) as Record<string | number, unknown>
  copies.add(copy)
  copy[key] = setAt(copy[key], path, depth + 1, copies, change)
  return copy
}

/** Spreading keeps the order of keys and an own `__proto__`. Instances of a class are copied by their `toJSON`. */
function copyOf(value: unknown): object {
  if (Array.isArray(value)) return value.slice()
  const { toJSON } = value as { readonly toJSON?: unknown }
  return { ...(typeof toJSON === 'function' ? (toJSON.call(value, '') as object) : (value as object)) }
}
