/** Names and numbers of a text that its source does not contain. */
import { entities } from '../scan/entities.ts'
import type { EntityKind } from '../scan/entity.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'

/** Kinds that cannot be paraphrased: they are in the source exactly, or they were invented. */
const exact: ReadonlySet<EntityKind> = new Set(['issue', 'version', 'url', 'email', 'address', 'hash'])
/** Kinds that may be composed of names in the source: `strategy/a.go`, `Settings.note`, `parse(line)`. */
const composed: ReadonlySet<EntityKind> = new Set(['path', 'file', 'identifier', 'id', 'error'])

/** Returns the first of them, or `undefined`. The source is read once for all texts. */
export function nameChecker(source: string): (text: string) => string | undefined {
  const spaced = source.replace(/\s+/g, ' ')
  const numbers = new Set(
    source.match(written)?.flatMap(number => [number.replaceAll(',', ''), ...number.split(',')]),
  )
  // `1,200` is one number, or a list of two.
  const isKnown = (number: string): boolean =>
    numbers.has(number.replaceAll(',', '')) || number.split(',').every(part => numbers.has(part))
  return text => {
    for (const { kind, text: name } of entities(text)) {
      if (!(exact.has(kind) || composed.has(kind)) || spaced.includes(name)) continue
      if (exact.has(kind) || !partsOf(name).every(part => spaced.includes(part))) return name
    }
    const unmarked = text.replace(listMark, '')
    return (
      unmarked.match(written)?.find(number => !isKnown(number)) ??
      unmarked.match(commandOption)?.find(option => !spaced.includes(option))
    )
  }
}

/** `2.`, `2)` or `-` before the text of an item. */
const listMark = /^[ \t]*(?:\d{1,3}[.)](?=\s)|-(?=\w))/gm

/** `-rf`, `--force` */
const commandOption = /(?<![\w-])--?[a-z][\w-]*/gi

const written = /\d+(?:,\d{3}\b)*/g

const betweenNames = lazyPattern(String.raw`[^\p{L}\p{N}_.$@-]+`, 'u')

/** Shorter parts occur everywhere. */
const minPart = 3

/** `src/tax-rates.ts:12` → `src`, `tax-rates.ts`. Numbers are checked separately, also in `309ff`. */
function partsOf(name: string): readonly string[] {
  return name
    .split(betweenNames())
    .flatMap(part => (/\.[a-z]\w{0,4}$/.test(part) ? [part] : part.split(/[.-]/)))
    .filter(part => part.length >= minPart && !/^[\d.-]+f{0,2}$/.test(part))
}
