/** The features of the token estimator: counts of the pieces of o200k_base, by shape. */

/**
 * What precedes a word in the same piece: nothing, a space, a joiner (`.name`), another symbol (`/name`). A `dense` word is one
 * of many between digits without a break, as in base64: no tokenizer knows it as a word.
 */
export const wordPrefixes = ['bare', 'spaced', 'joined', 'marked', 'dense'] as const
export const wordCases = ['lower', 'capital', 'upper'] as const
export type WordPrefix = (typeof wordPrefixes)[number]
export type WordCase = (typeof wordCases)[number]

/** Longer words count as this long, and their further letters separately. */
export const maxWordLength = 16

export const pieceNames = [
  'lettersBeyondLongest',
  'digits',
  'spaces',
  'symbols1',
  'symbols2',
  'symbols3',
  'symbols4Up',
  'symbolChanges',
  'repeated',
  'wideSymbols',
  'repeatedWideSymbols',
  'eastAsianSymbols',
  'surrogatePairs',
  'accentedWords',
  'accentedLetters',
  'greekCyrillicWords',
  'greekCyrillicLetters',
  'rightToLeftWords',
  'rightToLeftLetters',
  'indicThaiWords',
  'indicThaiLetters',
  'hangulWords',
  'hangulLetters',
  'kanaRuns',
  'kanaLetters',
  'hanRuns',
  'hanLetters',
  'traditionalLetters',
] as const

export type PieceName = (typeof pieceNames)[number]

const wordFeatures = wordPrefixes.length * wordCases.length * maxWordLength

export const featureCount: number = wordFeatures + pieceNames.length

export function wordFeature(prefix: number, wordCase: number, length: number): number {
  return (prefix * wordCases.length + wordCase) * maxWordLength + length - 1
}

export function pieceFeature(name: PieceName): number {
  return wordFeatures + pieceNames.indexOf(name)
}
