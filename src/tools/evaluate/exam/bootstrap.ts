/** 95 % intervals over cases: questions of one session are not independent of each other, cases nearly are. */

const resamples = 2000
/** Two cases say nothing about a third. */
const minCases = 3

export interface Interval {
  readonly low: number
  readonly high: number
}

/** Of the mean over all values, by drawing whole cases with replacement. The same values give the same interval. */
export function bootstrapInterval(valuesOfCases: readonly (readonly number[])[]): Interval | undefined {
  const cases = valuesOfCases
    .filter(values => values.length > 0)
    .map(values => ({ sum: values.reduce((sum, value) => sum + value, 0), count: values.length }))
  if (cases.length < minCases) return undefined
  const random = seededRandom(cases.length)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    let count = 0
    for (let draw = 0; draw < cases.length; draw += 1) {
      const drawn = cases[Math.floor(random() * cases.length)] as (typeof cases)[number]
      sum += drawn.sum
      count += drawn.count
    }
    return sum / count
  }).sort((one, other) => one - other)
  return {
    low: means[Math.floor(resamples * 0.025)] as number,
    high: means[Math.ceil(resamples * 0.975) - 1] as number,
  }
}

/** mulberry32: from 0 to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
