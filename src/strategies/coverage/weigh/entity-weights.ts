/** The weight of showing each entity. */
import { termKinds } from '../../../scan/terms.ts'
import type { CoverageWeights } from '../coverage-weights.ts'
import { type Facts, likelihoods } from './likelihood.ts'

/** Identifiers, numbers, codes, paths and files: they cannot be guessed. */
const minNameKind = termKinds.indexOf('identifier')

interface TermSituation {
  /** Entities of the caller's focus. */
  readonly focused: ReadonlySet<number>
  /** The budget, as a share of the whole. */
  readonly share: number
  /** How much of the conversation is plain talk, from 0 to 1. */
  readonly talk: number
}

export function termWeights(
  facts: Facts,
  { next, memory, worth, focus }: CoverageWeights,
  { focused, share, talk }: TermSituation,
): Float64Array {
  const remembered = worth.memory.min + worth.memory.growth * share
  const soon = likelihoods(facts, next)
  const later = likelihoods(facts, memory)
  for (let term = 0; term < facts.size; term += 1) {
    const isName = (facts.kinds[term] as number) >= minNameKind
    const memorable = isName ? remembered : 0
    const weight = worth.next * (soon[term] as number) + memorable * (later[term] as number)
    // An entity of the focus counts as certain to be used, times a factor.
    soon[term] = focused.has(term)
      ? (worth.next + memorable + worth.talk * talk) * focus
      : weight * (1 - talk) + worth.talk * talk
  }
  return soon
}

/** In plain talk, topics are words, not phrases. */
export function phraseWeights(facts: Facts, { phrase, worth }: CoverageWeights, talk: number): Float64Array {
  return likelihoods(facts, phrase).map(likelihood => likelihood * worth.phrase * (1 - talk))
}
