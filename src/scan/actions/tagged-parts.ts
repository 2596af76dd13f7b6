/** Stretches of a text that a program wrapped in a tag: `<environment_context>…</environment_context>`. */
import type { Span } from '../span.ts'

export interface TaggedPart extends Span {
  /** In lower case. */
  readonly name: string
  /** What is between the tags. */
  readonly body: Span
}

const opening = /<([A-Za-z][\w-]{2,40})(?: [^<>\n]{0,200})?>/g

/** The outermost stretches whose tag is known, in order. A tag that is never closed is a word like any other. Linear. */
export function taggedParts(text: string, isKnown: (name: string) => boolean): readonly TaggedPart[] {
  const parts: TaggedPart[] = []
  const unclosed = new Set<string>()
  opening.lastIndex = 0
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const written = found[1] as string
    const name = written.toLowerCase()
    if (!isKnown(name) || unclosed.has(written)) continue
    const close = text.indexOf(`</${written}>`, opening.lastIndex)
    if (close < 0) {
      unclosed.add(written)
      continue
    }
    const end = close + written.length + 3
    parts.push({ name, start: found.index, end, body: { start: opening.lastIndex, end: close } })
    opening.lastIndex = end
  }
  return parts
}

/** What is in the first tag of a name that has nothing beside its name. */
export function taggedText(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start)
  return end < 0 ? undefined : text.slice(start + tag.length + 2, end)
}
