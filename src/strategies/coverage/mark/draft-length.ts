/** How much of a summary is a draft: some hosts keep what its writer thought before the summary itself, which says the same. */

/** `<analysis>`, `Analysis:`, `## Analysis` */
const analysis = /^\s{0,4}(?:<analysis>|#{0,4} ?\*{0,2}Analysis:?\*{0,2}:?)\s{0,4}$/i
const summary = /^\s{0,4}(?:<summary>|#{0,4} ?\*{0,2}Summary:?\*{0,2}:?)\s{0,4}$/i

/** The number of lines up to the heading of the summary itself; 0 where nothing is drafted, or nothing follows. */
export function draftLength(lines: readonly string[]): number {
  const start = lines.findIndex(line => analysis.test(line))
  if (start < 0) return 0
  const end = lines.findIndex((line, at) => at > start && summary.test(line))
  return end < 0 || end === lines.length - 1 ? 0 : end + 1
}
