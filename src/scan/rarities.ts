/** How much sets have that few others have. */
import { countsOf } from '../tokens/counts-of.ts'

/** The sum over the members of each set, of which one that all sets have counts least. `weightOf`: a factor for each member. */
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
