/** What the likelihoods of the coverage planner are fitted on: the features of an entity, and weights in their order. */
import { termKinds } from '../src/scan/terms.ts'
import { type Likelihood, latenessSteps, recencySteps } from '../src/strategies/coverage/coverage-weights.ts'
import type { Facts } from '../src/strategies/coverage/weigh/likelihood.ts'

const never = 0x7fffffff
const kindCount = termKinds.length
const kindsFrom = 14
export const featureCount: number = kindsFrom + 2 * kindCount

/** In the order of `readFeatures`. */
export function weightsOf(model: Likelihood): readonly number[] {
  return [
    model.bias,
    ...model.count,
    ...model.recency,
    model.lateness,
    model.once,
    model.byAgent,
    model.byUser,
    model.onlyByTools,
    ...model.kind,
    ...model.kindByAgent,
  ]
}

export function modelOf(weights: readonly number[]): Likelihood {
  const rounded = weights.map(weight => Math.round(weight * 100) / 100)
  const four = (from: number) => rounded.slice(from, from + 4) as unknown as Likelihood['count']
  const [lateness, once, byAgent, byUser, onlyByTools] = rounded.slice(9, 14) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    bias: rounded[0] as number,
    count: four(1),
    recency: four(5),
    lateness,
    once,
    byAgent,
    byUser,
    onlyByTools,
    kind: rounded.slice(kindsFrom, kindsFrom + kindCount),
    kindByAgent: rounded.slice(kindsFrom + kindCount, featureCount),
  }
}

export function readFeatures({ kinds, counts, ages }: Facts, entity: number, features: Float64Array): void {
  const slot = entity * 4
  let latest = never
  let times = 0
  features.fill(0)
  features[0] = 1
  for (let author = 0; author < 4; author += 1) {
    const count = counts[slot + author] as number
    const age = ages[slot + author] as number
    times += count
    if (count === 0) continue
    if (age < latest) latest = age
    features[1 + author] = Math.log1p(count)
    features[5 + author] = 1 / (1 + age / recencySteps)
  }
  const byUser = (counts[slot] as number) > 0
  const byAgent = (counts[slot + 1] as number) + (counts[slot + 2] as number) > 0
  const kind = kinds[entity] as number
  features[9] = 1 / (1 + latest / latenessSteps)
  features[10] = times < 2 ? 1 : 0
  features[11] = byAgent ? 1 : 0
  features[12] = byUser ? 1 : 0
  features[13] = byAgent || byUser ? 0 : 1
  features[kindsFrom + kind] = 1
  if (byAgent) features[kindsFrom + kindCount + kind] = 1
}
