/** Unbroken runs of certain characters that are long; what is shorter is mostly skipped, not read. */
import type { Span } from './span.ts'

/** For each ASCII character whether it belongs: 0 where not. */
export type Alphabet = Uint8Array

function belongs(text: string, at: number, alphabet: Alphabet): boolean {
  const unit = text.charCodeAt(at)
  return unit < 0x80 && alphabet[unit] !== 0
}

/** The longest runs of at least `shortest` characters of `alphabet`, in order. */
export function longRuns(text: string, alphabet: Alphabet, shortest: number): readonly Span[] {
  const found: Span[] = []
  // Whatever lies before `start` belongs to no run that is still to be found.
  let start = 0
  for (let probe = shortest - 1; probe < text.length; probe = start + shortest - 1) {
    let at = probe
    while (at >= start && belongs(text, at, alphabet)) at -= 1
    if (at >= start) {
      start = at + 1
      continue
    }
    let end = probe + 1
    while (end < text.length && belongs(text, end, alphabet)) end += 1
    found.push({ start, end })
    start = end + 1
  }
  return found
}
