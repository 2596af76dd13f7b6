/** The lines of one side of a change that the other side has not, or not as often. */
import { countsOf } from '../../tokens/counts-of.ts'

/** In order. Of a line that is there more often than before, those nearest to other new lines are new. `keyOf`: what makes two lines the same. */
export function onlyHere<Line>(
  lines: readonly Line[],
  others: readonly Line[],
  keyOf: (line: Line) => string = String,
): readonly Line[] {
  if (others.length === 0) return lines
  const keys = lines.map(line => keyOf(line))
  const own = countsOf(keys)
  const left = countsOf(others.map(line => keyOf(line)))
  const more = new Map([...own].filter(([key, count]) => left.has(key) && count > (left.get(key) as number)))
  if (more.size === 0) return lines.filter((_, at) => !left.has(keys[at] as string))
  const worth = beside(keys, key => (more.has(key) || key === '' ? undefined : !left.has(key)))
  const chosen = new Set<number>()
  for (const [key, places] of Map.groupBy(keys.keys(), at => keys[at] as string)) {
    const count = (own.get(key) as number) - (left.get(key) ?? 0)
    const nearest = more.has(key)
      ? places.toSorted((one, other) => (worth[other] as number) - (worth[one] as number) || other - one)
      : places
    for (const at of left.has(key) ? nearest.slice(0, Math.max(0, count)) : places) chosen.add(at)
  }
  return lines.filter((_, at) => chosen.has(at))
}

/** `}`, `});`, `end`, `</ul>`: belongs to the lines above; others to those below. */
const closes = /^\s{0,80}(?:[)}\]]|end\b|<\/)/

/** How much each line is among new ones; `isNew`: `undefined` for lines that are on both sides. */
function beside(keys: readonly string[], isNew: (key: string) => boolean | undefined): Uint8Array {
  const worth = new Uint8Array(keys.length)
  const look = (order: Iterable<number>, isAbove: boolean): void => {
    let isBesideNew = false
    for (const at of order) {
      const key = keys[at] as string
      const known = isNew(key)
      if (known !== undefined) isBesideNew = known
      else if (isBesideNew) worth[at] = (worth[at] as number) + (closes.test(key) === isAbove ? 2 : 1)
    }
  }
  look(keys.keys(), true)
  look([...keys.keys()].reverse(), false)
  return worth
}
