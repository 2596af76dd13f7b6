/** Checks content parts by their types: a type that only other formats write excludes a format. */
import type { Fit, Format } from './format.ts'
import { describeValue, isRecord } from './raw-value.ts'

/** Whether some format knows this type of part. */
export function isPartType(type: string, known: readonly Format[]): boolean {
  return known.some(({ partTypes }) => partTypes?.includes(type))
}

interface Writers {
  readonly count: number
  readonly byType: Map<string, readonly Format[]>
}

const writersByType = new WeakMap<readonly Format[], Writers>()
/** Types come from outside: no more of them are cached. */
const maxTypes = 1000

/** The formats that know this type; formats may be added to a list. */
function writersOf(type: string, known: readonly Format[]): readonly Format[] {
  let writers = writersByType.get(known)
  if (writers === undefined || writers.count !== known.length || writers.byType.size > maxTypes) {
    writers = { count: known.length, byType: new Map() }
    writersByType.set(known, writers)
  }
  const found = writers.byType.get(type) ?? known.filter(({ partTypes }) => partTypes?.includes(type))
  writers.byType.set(type, found)
  return found
}

/** How a list of content parts fits a format; a type that no format knows says nothing. */
export function judgeParts(format: Format, parts: readonly unknown[], known: readonly Format[]): Fit {
  let fits: 'own' | 'shared' = 'shared'
  for (const [index, part] of parts.entries()) {
    if (!isRecord(part) || typeof part.type !== 'string')
      return { fits: 'no', why: `content[${index}] is ${describeValue(part)} without a type` }
    const { type } = part
    const writers = writersOf(type, known)
    if (writers.length === 0) continue
    if (!writers.includes(format)) {
      const others = writers.map(({ title }) => title).join(' and ')
      const why = `content[${index}] has type ${describeValue(type)}, which is known to ${others}, not to ${format.title}`
      return { fits: 'no', why }
    }
    if (writers.length === 1) fits = 'own'
  }
  return { fits }
}
