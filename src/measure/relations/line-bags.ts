/** Texts as multisets of lines: how often each line occurs, ignoring indentation, case and order. */

/** The lines of one text as sorted numbers; equal lines have the same number in every text, and may repeat. */
export type LineBag = Uint32Array

const minLines = 2

/** A bag for each text; none for texts with fewer than `minLines` lines of content. */
export function lineBags(texts: readonly (string | undefined)[]): {
  readonly bags: readonly (LineBag | undefined)[]
  readonly lines: readonly string[]
} {
  const numbers = new Map<string, number>()
  const bags = texts.map(text => {
    if (text === undefined) return undefined
    const bag: number[] = []
    for (const raw of text.toLowerCase().split('\n')) {
      const line = raw.trim()
      if (line === '') continue
      const number = numbers.get(line) ?? numbers.size
      numbers.set(line, number)
      bag.push(number)
    }
    return bag.length < minLines ? undefined : Uint32Array.from(bag).sort()
  })
  return { bags, lines: [...numbers.keys()] }
}

/** Jaccard similarity of two bags: shared lines divided by all lines, with repetitions. */
export function bagSimilarity(one: LineBag, other: LineBag): number {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const difference = (one[i] ?? 0) - (other[j] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return shared / (one.length + other.length - shared)
}
