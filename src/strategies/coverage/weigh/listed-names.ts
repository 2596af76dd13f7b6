/** How much a name in a listing counts: one of hundreds is rarely the one that matters. */
import type { EntityIndex } from '../../../measure/entity-index.ts'
import { termKinds } from '../../../scan/terms.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { authorIn } from '../read/line-bits.ts'
import { isUsedTerm } from './used-names.ts'

/** Up to this many names in one output, each counts in full. */
const fewNames = 48
/** The same below the share of the whole that leaves room for files which only a listing names. */
const fewest = 8
const minForMany = 0.1
/** A longer line is no list of names. */
const maxLength = 400
const minName = Math.min(termKinds.indexOf('path'), termKinds.indexOf('file'))

/**
 * For each candidate a factor: below 1 for lines of a long output that hold paths alone, none of which the user or the agent
 * has used. The names of a listing together count as much as a few. `share`: the budget, as a share of the whole.
 */
export function listedNames(
  { candidates, sections }: ConversationCandidates,
  { terms: { values, starts }, termFacts: { kinds, counts } }: Pick<EntityIndex, 'terms' | 'termFacts'>,
  share: number,
): Float64Array {
  const few = share < minForMany ? fewest : fewNames
  const listed = new Uint8Array(candidates.length)
  const totals = new Uint32Array(sections.length)
  for (let piece = 0; piece < candidates.length; piece += 1) {
    if (authorIn(candidates.bits[piece] as number) !== 'tools') continue
    const found = unusedNames(starts[piece] as number, starts[piece + 1] as number)
    if (found === 0 || !isNameList(candidates.texts[piece] as string)) continue
    const section = candidates.sections[piece] as number
    listed[piece] = 1
    totals[section] = (totals[section] as number) + found
  }
  const factors = new Float64Array(candidates.length).fill(1)
  for (let piece = 0; piece < candidates.length; piece += 1)
    if (listed[piece] !== 0)
      factors[piece] = Math.min(1, few / (totals[candidates.sections[piece] as number] as number))
  return factors

  /** 0 where one of them is in use. */
  function unusedNames(start: number, end: number): number {
    let found = 0
    for (let at = start; at < end; at += 1) {
      const term = values[at] as number
      if ((kinds[term] as number) < minName) continue
      if (isUsedTerm(counts, term)) return 0
      found += 1
    }
    return found
  }
}

/** Where a long list is shown in parts: `a.md  b.md (2 of 9)` */
const counted = / \(\d{1,7} of \d{1,7}\)$/

/** ` M src/a.ts`, `M docs/: a.md  b.md`, `M tools/: 14` */
function isNameList(text: string): boolean {
  if (text.length > maxLength) return false
  const words = text.trim().replace(counted, '').split(/\s+/)
  return words.every(word => /[/.]|^[A-Z?!]{1,2}$|^\d+$/.test(word))
}
