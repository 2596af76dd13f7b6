/** What the token estimator sees of a text: counts of the pieces that o200k_base splits text into, by shape. */

/**
 * What is right before a word, in the same piece: nothing, a space, a joiner (`.name`), another symbol (`/name`).
 * A `dense` word is one of many between digits without a break, as in base64: it is no word that a tokenizer knows.
 */
export const wordPrefixes = ['bare', 'spaced', 'joined', 'marked', 'dense'] as const
export const wordCases = ['lower', 'capital', 'upper'] as const
export type WordPrefix = (typeof wordPrefixes)[number]
export type WordCase = (typeof wordCases)[number]

/** Longer words are counted as this long, and their further letters apart. */
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
