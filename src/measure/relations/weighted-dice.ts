/** How much two texts are about the same subject: shared words, where rare words count more. */

export type WordNumbers = Uint32Array

export interface WeightedTexts {
  readonly texts: readonly (WordNumbers | undefined)[]
  /** `weights[n]` is ln(1 + texts / texts that use word `n`). */
  readonly weights: Float64Array
}

/** With fewer texts it is unknown which words are rare. */
const minTexts = 3

export function weighWords(texts: readonly (ReadonlySet<string> | undefined)[]): WeightedTexts {
  const numbers = new Map<string, number>()
  const uses: number[] = []
  const numbered = texts.map(words => {
    if (words === undefined) return undefined
    const own = new Uint32Array(words.size)
    let at = 0
    for (const word of words) {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      uses[number] = (uses[number] ?? 0) + 1
      own[at] = number
      at += 1
    }
    return own.sort()
  })
  const count = texts.filter(words => words !== undefined).length
  const weights = Float64Array.from(uses, used => (count < minTexts ? 1 : Math.log(1 + count / used)))
  return { texts: numbered, weights }
}

/** From 0, nothing shared, to 1, the same words. */
export function weightedDice(one: WordNumbers, other: WordNumbers, weights: Float64Array): number {
  let shared = 0
  let total = 0
  for (let i = 0, j = 0; i < one.length || j < other.length; ) {
    const first = one[i] ?? Number.POSITIVE_INFINITY
    const second = other[j] ?? Number.POSITIVE_INFINITY
    const weight = weights[Math.min(first, second)] ?? 0
    if (first === second) shared += weight
    if (first <= second) i += 1
    if (second <= first) j += 1
    total += first === second ? 2 * weight : weight
  }
  return total === 0 ? 0 : (2 * shared) / total
}
