/** What lies between stretches of a text. */
import type { Span } from './span.ts'

/** The stretches of `0..length` that none of `spans` covers; `spans` are in order and do not overlap. */
export function gapsBetween(spans: readonly Span[], length: number): readonly Span[] {
  const gaps: Span[] = []
  let from = 0
  for (const { start, end } of spans) {
    if (start > from) gaps.push({ start: from, end: start })
    from = end
  }
  if (length > from) gaps.push({ start: from, end: length })
  return gaps
}

export function shifted<Found extends Span>(found: readonly Found[], by: number): readonly Found[] {
  return by === 0 ? found : found.map(span => ({ ...span, start: span.start + by, end: span.end + by }))
}
