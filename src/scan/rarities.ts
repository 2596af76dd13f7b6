/**
 * How much each set has that few others have: the sum over its members, of which one that all sets have counts least.
 * `weightOf`: a factor for each member.
 */
import { countsOf } from '../tokens/counts-of.ts'

export function rarities<Member>(
  sets: readonly ReadonlySet<Member>[],
  weightOf: (member: Member) => number = () => 1,
): readonly number[] {
  const counts = countsOf(sets.flatMap(set => [...set]))
  return sets.map(set => {
    let sum = 0
    for (const member of set)
      sum += weightOf(member) * Math.log((1 + sets.length) / (counts.get(member) as number))
    return sum
  })
}
