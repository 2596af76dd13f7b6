/** What it is worth to show each entity. */
import { termKinds } from '../../scan/terms.ts'
import type { CoverageWeights } from './coverage-weights.ts'
import { type Facts, likelihoods } from './likelihood.ts'

/** Identifiers, numbers, codes, paths and files: what cannot be guessed. */
const leastName = termKinds.indexOf('identifier')

export function termWeights(
  facts: Facts,
  { next, memory, worth, focus }: CoverageWeights,
  focused: ReadonlySet<number>,
): Float64Array {
  const soon = likelihoods(facts, next)
  const later = likelihoods(facts, memory)
  for (let term = 0; term < facts.size; term += 1) {
    const isName = (facts.kinds[term] as number) >= leastName
    const weight = worth.next * (soon[term] as number) + (isName ? worth.memory * (later[term] as number) : 0)
    soon[term] = focused.has(term) ? (weight + worth.next) * focus : weight
  }
  return soon
}

export function phraseWeights(facts: Facts, { phrase, worth }: CoverageWeights): Float64Array {
  return likelihoods(facts, phrase).map(likelihood => likelihood * worth.phrase)
}
