/** The phrases worth a closer look, by how much text they could save. */

const maxCount = 200

/** Those that come at least twice, best first. */
export function mostPromising(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(
      ([one, ones], [two, twos]) => two.length * (twos - 1) - one.length * (ones - 1) || (one < two ? -1 : 1),
    )
    .slice(0, maxCount)
    .map(([phrase]) => phrase)
}
