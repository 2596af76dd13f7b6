/** How much each set has that few others have: the sum over its members, of which one that all sets have counts nothing. */
export function rarities(sets: readonly ReadonlySet<unknown>[]): readonly number[] {
  const counts = new Map<unknown, number>()
  for (const set of sets) for (const member of set) counts.set(member, (counts.get(member) ?? 0) + 1)
  return sets.map(set => {
    let sum = 0
    for (const member of set) sum += Math.log((1 + sets.length) / (counts.get(member) as number))
    return sum
  })
}
