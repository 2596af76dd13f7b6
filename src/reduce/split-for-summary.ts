/** Splits a text into parts to keep verbatim and parts that may be shortened, in order. */
import { segments } from '../scan/segments.ts'
import type { TextSegments } from './reducer.ts'

export { proseLength } from '../scan/prose-length.ts'

export interface Part {
  readonly kind: 'verbatim' | 'prose'
  readonly text: string
}

/** Prose around code that is shorter than this is not worth a summary. */
export const leastProse = 80

/**
 * Parts in turn: no two of a kind are neighbours, and `joinParts` of them is the text. White space between prose and
 * what is verbatim belongs to the latter, so that whatever replaces the prose is in its place.
 */
export function splitForSummary(text: string, found: TextSegments = segments(text)): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < found.length; ) {
    const isProse = found[at]?.kind === 'prose'
    const start = found[at]?.start ?? 0
    while (at < found.length && (found[at]?.kind === 'prose') === isProse) at += 1
    const end = found[at]?.start ?? text.length
    parts.push({ kind: isProse ? 'prose' : 'verbatim', text: text.slice(start, end) })
  }
  return withSpaceOutside(parts)
}

export function joinParts(parts: readonly Part[]): string {
  return parts.map(part => part.text).join('')
}

function withSpaceOutside(parts: readonly Part[]): readonly Part[] {
  return parts.map(({ kind, text }, index) => {
    if (kind === 'verbatim') {
      const [before, after] = [parts[index - 1]?.text ?? '', parts[index + 1]?.text ?? '']
      const leading = after.slice(0, after.length - after.trimStart().length)
      return { kind, text: before.slice(before.trimEnd().length) + text + leading }
    }
    const trimmed = index === 0 ? text : text.trimStart()
    return { kind, text: index === parts.length - 1 ? trimmed : trimmed.trimEnd() }
  })
}
