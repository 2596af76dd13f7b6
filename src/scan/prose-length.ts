/** How much of a text is not code. */
import { fences } from './fences.ts'
import { gapsBetween } from './gaps.ts'

/** Characters outside of fences, without the white space around each stretch. */
export function proseLength(text: string): number {
  return gapsBetween(fences(text), text.length).reduce(
    (sum, { start, end }) => sum + text.slice(start, end).trim().length,
    0,
  )
}
