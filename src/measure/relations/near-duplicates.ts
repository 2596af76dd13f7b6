/** Texts that say nearly the same, line by line, each with the one text that stays for it. */
import { bandIndex } from './band-index.ts'
import { bagSimilarity, type LineBag, lineBags } from './line-bags.ts'
import { bandKeys, hashLine } from './min-hash.ts'

export interface NearDuplicate {
  readonly index: number
  /** The text that stays. It is never itself a near-duplicate. */
  readonly of: number
  /** Jaccard of the two texts' lines, from the threshold to 1. */
  readonly similarity: number
}

/** Texts whose lengths differ by more than this are not compared. */
const minLengthRatio = 0.7

/**
 * Of each group the first text from `keepFirstFrom` on stays, else the latest: so `texts.length` keeps the latest,
 * 0 the first, and the start of a recency window the first inside it. Pass `undefined` for texts that take no part.
 *
 * Every text is compared with texts that stay, and with few of those: linear, and no chain of small differences
 * ever joins two texts that differ. Tuned for thresholds from 0.7 up; below, more is missed.
 */
export function nearDuplicates(
  texts: readonly (string | undefined)[],
  threshold = 0.85,
  keepFirstFrom: number = texts.length,
): readonly NearDuplicate[] {
  const { bags, lines } = lineBags(texts)
  const hashes = lines.map(hashLine)
  const staying = bandIndex()
  const found: NearDuplicate[] = []
  for (const index of stayingOrder(texts.length, keepFirstFrom)) {
    const bag = bags[index]
    if (bag === undefined) continue
    const keys = bandKeys(bag, hashes)
    const candidates = staying.candidates(keys).filter(other => similarLength(texts[index], texts[other]))
    const match = mostSimilar(bag, candidates, bags)
    if (match !== undefined && match.similarity >= threshold) found.push({ index, ...match })
    else staying.add(keys, index)
  }
  return found.sort((one, other) => one.index - other.index)
}

/** Whoever comes first stays: the window from its start, then what lies before it from its end. */
function* stayingOrder(length: number, keepFirstFrom: number): Generator<number> {
  const start = Math.min(Math.max(keepFirstFrom, 0), length)
  for (let index = start; index < length; index += 1) yield index
  for (let index = start - 1; index >= 0; index -= 1) yield index
}

function mostSimilar(
  bag: LineBag,
  candidates: readonly number[],
  bags: readonly (LineBag | undefined)[],
): { readonly of: number; readonly similarity: number } | undefined {
  let best: { of: number; similarity: number } | undefined
  for (const of of candidates) {
    const other = bags[of]
    const similarity = other === undefined ? 0 : bagSimilarity(bag, other)
    if (similarity > (best?.similarity ?? 0)) best = { of, similarity }
  }
  return best
}

function similarLength(one = '', other = ''): boolean {
  return Math.min(one.length, other.length) >= minLengthRatio * Math.max(one.length, other.length)
}
