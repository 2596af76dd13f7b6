/** Puts edited texts into raw messages: copies what lies on the way to an edit, and nothing else. */
import type { Edit, Path } from '../types.ts'

/** What replaces `value`, the raw value at an edit's path, when its block is to read `text`. */
export type Replace = (value: unknown, text: string) => unknown

const replaceString: Replace = (_value, text) => text

export function writeEdits(
  messages: readonly unknown[],
  edits: readonly Edit[],
  replace: Replace = replaceString,
): readonly unknown[] {
  if (edits.length === 0) return messages
  const written = messages.slice()
  for (const edit of edits)
    written[edit.message] = setAt(written[edit.message], edit.path, 0, value =>
      edit.media === 'json' ? JSON.parse(edit.text) : replace(value, edit.text),
    )
  return written
}

function setAt(value: unknown, path: Path, depth: number, change: (value: unknown) => unknown): unknown {
  const key = path[depth]
  if (key === undefined) return change(value)
  const copy = (Array.isArray(value) ? value.slice() : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = setAt(copy[key], path, depth + 1, change)
  return copy
}
