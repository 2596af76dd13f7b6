/** Paragraphs that argue: each step rests on the one before it, so that none can be left out. */

/** Two connectives are ordinary prose. */
const fewestDistinct = 3

/** How many characters of an argument one connective speaks for: thinner than this, it is a report. */
const reach = 250

export interface Paragraph {
  readonly length: number
  readonly connectives: ReadonlySet<string>
}

/** Which paragraphs, by index: neighbours that all have a connective and together are one argument. */
export function reasoning(paragraphs: readonly Paragraph[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let first = 0; first < paragraphs.length; first += 1) {
    const words = new Set<string>()
    let count = 0
    let length = 0
    let end = first
    for (
      let next = paragraphs[end];
      next !== undefined && next.connectives.size > 0;
      next = paragraphs[end]
    ) {
      for (const word of next.connectives) words.add(word)
      count += next.connectives.size
      length += next.length
      end += 1
    }
    if (words.size >= fewestDistinct && count * reach >= length)
      for (let at = first; at < end; at += 1) found.add(at)
    first = Math.max(end, first)
  }
  return found
}
