/** How near each piece is to the caller's focus. */
import type { Lists } from '../../../measure/entity-index.ts'
import { rarities } from '../../../scan/rarities.ts'

/** Nearness halves after this many sections: talk about a subject continues. */
const halfLife = 2
const fading = 0.5 ** (1 / halfLife)

/** From 0 to 1 for each piece: how much of the focus its section and the neighbouring ones contain; rare entities count more. */
export function nearness(
  terms: Lists,
  sections: ArrayLike<number>,
  focused: ReadonlySet<number>,
): Float64Array {
  const near = new Float64Array(sections.length)
  if (focused.size === 0) return near
  const bySection = spread(rarities(focusedBySection(terms, sections, focused)))
  const maxNearness = bySection.reduce((greatest, value) => Math.max(greatest, value), 0)
  if (maxNearness === 0) return near
  // Squared, so that near pieces weigh much more.
  return near.map((_, piece) => ((bySection[sections[piece] as number] as number) / maxNearness) ** 2)
}

/** The entities of the focus in each section, each once. */
function focusedBySection(
  { values, starts }: Lists,
  sections: ArrayLike<number>,
  focused: ReadonlySet<number>,
): readonly ReadonlySet<number>[] {
  const held: Set<number>[] = []
  for (let piece = 0; piece < sections.length; piece += 1) {
    const section = sections[piece] as number
    while (held.length <= section) held.push(new Set())
    const end = starts[piece + 1] as number
    for (let at = starts[piece] as number; at < end; at += 1)
      if (focused.has(values[at] as number)) held[section]?.add(values[at] as number)
  }
  return held
}

/** The weight of each section, plus the fading weights of those before and after it. */
function spread(own: readonly number[]): Float64Array {
  const near = Float64Array.from(own)
  let before = 0
  let after = 0
  for (let first = 0, last = own.length - 1; last >= 0; first += 1, last -= 1) {
    near[first] = (near[first] as number) + before
    before = (before + (own[first] as number)) * fading
    near[last] = (near[last] as number) + after
    after = (after + (own[last] as number)) * fading
  }
  return near
}
