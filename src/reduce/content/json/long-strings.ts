/** The texts within a value that a preview cuts, from where it cuts them. */
import { longestString } from './preview.ts'
import type { JsonValue } from './read-json.ts'

export function longStrings(value: JsonValue): readonly string[] {
  const found: string[] = []
  const pending: JsonValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    if (next.kind !== 'scalar')
      for (const member of (next.kind === 'array' ? next.items : next.values).toReversed())
        pending.push(member)
    else if (next.raw.length > longestString && next.raw.startsWith('"')) found.push(restOf(next.raw))
  return found
}

/** From the beginning of the line, or of the word, in which the preview ends. */
function restOf(raw: string): string {
  const text: string = JSON.parse(raw)
  const cut = Math.min(text.length, longestString / 2)
  const line = text.lastIndexOf('\n', cut)
  return line >= 0 ? text.slice(line + 1) : text.slice(text.lastIndexOf(' ', cut) + 1)
}
