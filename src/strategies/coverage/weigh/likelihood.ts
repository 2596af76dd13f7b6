/** How likely each entity is to be used again, by who used it, how often and how recently. */
import { termKinds } from '../../../scan/terms.ts'
import { type Likelihood, latenessSteps, recencySteps } from '../coverage-weights.ts'

/** See `EntityFacts`; only numbers, never texts. */
export interface Facts {
  readonly size: number
  readonly kinds: ArrayLike<number>
  readonly counts: ArrayLike<number>
  readonly ages: ArrayLike<number>
}

const never = 0x7fffffff

/** From 0 to 1 for each entity. */
export function likelihoods(facts: Facts, model: Likelihood): Float64Array {
  const { kinds, size } = facts
  const likelihood = new Float64Array(size)
  // Most entities were used once: their likelihood depends on author, kind and age only, and is cached. 0 means not computed
  // yet.
  const onces = new Float64Array(onceKeys)
  for (let entity = 0; entity < size; entity += 1) {
    const once = onceKey(facts, entity)
    const known = once < 0 ? 0 : (onces[once] as number)
    const own =
      known > 0 ? known : 1 / (1 + Math.exp(-logOdds(facts, entity, model, kinds[entity] as number)))
    likelihood[entity] = own
    if (once >= 0) onces[once] = own
  }
  return likelihood
}

/** The sum of the weights of its features, always added in the same order. */
function logOdds({ counts, ages }: Facts, entity: number, model: Likelihood, kind: number): number {
  const slot = entity * 4
  let latest = never
  let times = 0
  let sum = model.bias
  for (let author = 0; author < 4; author += 1) {
    const count = counts[slot + author] as number
    if (count === 0) continue
    times += count
    latest = Math.min(latest, ages[slot + author] as number)
    sum += (model.count[author] as number) * Math.log1p(count)
  }
  for (let author = 0; author < 4; author += 1)
    if ((counts[slot + author] as number) > 0)
      sum += (model.recency[author] as number) * (1 / (1 + (ages[slot + author] as number) / recencySteps))
  const byUser = (counts[slot] as number) > 0
  const byAgent = (counts[slot + 1] as number) + (counts[slot + 2] as number) > 0
  sum += model.lateness * (1 / (1 + latest / latenessSteps))
  if (times < 2) sum += model.once
  if (byAgent) sum += model.byAgent
  if (byUser) sum += model.byUser
  if (!byAgent && !byUser) sum += model.onlyByTools
  sum += model.kind[kind] as number
  return byAgent ? sum + (model.kindByAgent[kind] as number) : sum
}

/** Enough for entities of the last 2,000 steps; older ones are not cached. */
const onceKeys = 1 << 16

/**
 * The same for entities of one kind and age that one author used once; -1 for entities that were used more often, or too long
 * ago.
 */
function onceKey({ kinds, counts, ages }: Facts, entity: number): number {
  const slot = entity * 4
  let by = -1
  for (let author = 0; author < 4; author += 1) {
    const count = counts[slot + author] as number
    if (count === 0) continue
    if (by >= 0 || count > 1) return -1
    by = author
  }
  if (by < 0) return -1
  const key = ((ages[slot + by] as number) * kindCount + (kinds[entity] as number)) * 4 + by
  return key < onceKeys ? key : -1
}

const kindCount = termKinds.length
