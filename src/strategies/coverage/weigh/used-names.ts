/** How many names in a line of a program that was only read are in use elsewhere. */
import { authors, type EntityIndex } from '../../../measure/entity-index.ts'
import { termKinds } from '../../../scan/terms.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'

/** The share for a line without names: a comment is read with the code that it describes. */
const unnamed = 0.1
const identifier = termKinds.indexOf('identifier')
const tools = authors.indexOf('tools')

/**
 * For each candidate the share of its identifiers that the user or the agent has used; 1 for all but lines of programs that
 * were read.
 */
export function usedNames(
  { candidates, sections }: ConversationCandidates,
  { terms: { values, starts }, termFacts: { kinds, counts } }: Pick<EntityIndex, 'terms' | 'termFacts'>,
): Float64Array {
  const shares = new Float64Array(candidates.length).fill(1)
  for (let piece = 0; piece < candidates.length; piece += 1) {
    if (sections[candidates.sections[piece] as number]?.isProgram !== true) continue
    const end = starts[piece + 1] as number
    let names = 0
    let used = 0
    for (let at = starts[piece] as number; at < end; at += 1) {
      const term = values[at] as number
      if (kinds[term] !== identifier) continue
      names += 1
      if (isUsedTerm(counts, term)) used += 1
    }
    shares[piece] = names === 0 ? unnamed : used / names
  }
  return shares
}

/** Whether the user or the agent has used a term. */
export function isUsedTerm(counts: ArrayLike<number>, term: number): boolean {
  for (let author = 0; author < tools; author += 1)
    if ((counts[term * authors.length + author] as number) > 0) return true
  return false
}
