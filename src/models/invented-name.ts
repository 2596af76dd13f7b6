/** Names and numbers of a text that its source does not have. */
import { entities } from '../scan/entities.ts'
import type { EntityKind } from '../scan/entity.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'

/** What cannot be paraphrased: it is in the source as it is written, or it was made up. */
const exact: ReadonlySet<EntityKind> = new Set(['issue', 'version', 'url', 'email', 'address', 'hash'])
/** What may be put together of names that the source has: `strategy/a.go`, `Settings.note`, `parse(line)`. */
const composed: ReadonlySet<EntityKind> = new Set(['path', 'file', 'identifier', 'id', 'error'])

/** The first of them, or `undefined`. The source is read once for all texts. */
export function nameChecker(source: string): (text: string) => string | undefined {
  const spaced = source.replace(/\s+/g, ' ')
  const numbers = new Set(
    source.match(written)?.flatMap(number => [number.replaceAll(',', ''), ...number.split(',')]),
  )
  // `1,200` is a number or a list of two.
  const isKnown = (number: string): boolean =>
    numbers.has(number.replaceAll(',', '')) || number.split(',').every(part => numbers.has(part))
  return text => {
    for (const { kind, text: name } of entities(text)) {
      if (!(exact.has(kind) || composed.has(kind)) || spaced.includes(name)) continue
      if (exact.has(kind) || !partsOf(name).every(part => spaced.includes(part))) return name
    }
    return text.match(written)?.find(number => !isKnown(number))
  }
}

const written = /\d+(?:,\d{3}\b)*/g

const betweenNames = lazyPattern(String.raw`[^\p{L}\p{N}_.$@-]+`, 'u')

/** Shorter ones occur everywhere. */
const minPart = 3

/** `src/tax-rates.ts:12` → `src`, `tax-rates.ts`. Numbers are looked up by themselves. */
function partsOf(name: string): readonly string[] {
  return name
    .split(betweenNames())
    .flatMap(part => (/\.[a-z]\w{0,4}$/.test(part) ? [part] : part.split(/[.-]/)))
    .filter(part => part.length >= minPart && !/^[\d.-]+$/.test(part))
}
