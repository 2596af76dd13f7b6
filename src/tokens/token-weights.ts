/** Weights of the token estimator: tokens of o200k_base per piece. Written by `bench/fit-estimator.ts`. */
import type { PieceName, WordCase, WordPrefix } from './token-features.ts'

/** Tokens of a word by what precedes it, its case, and its length (1 to 16 letters). */
export const wordWeights: Readonly<Record<WordPrefix, Readonly<Record<WordCase, readonly number[]>>>> = {
  bare: {
    lower: [1, 1, 1.11, 1.07, 1.2, 1.23, 1.24, 1.34, 1.43, 1.82, 1.42, 2.18, 1.35, 1.61, 1.86, 1.97],
    capital: [1, 1.04, 1.06, 1.07, 1.08, 1.09, 1.09, 1.21, 1.2, 1.52, 1.71, 1.42, 1.77, 1.42, 1.57, 1.67],
    upper: [1, 1.02, 1.71, 1.92, 2.22, 2.71, 3.18, 2.74, 2.58, 2.43, 2.42, 2.85, 2.96, 3.06, 3.16, 3.26],
  },
  spaced: {
    lower: [1, 1, 1.01, 1.01, 1.02, 1.03, 1.03, 1.08, 1.09, 1.11, 1.16, 1.25, 1.18, 1.18, 1.5, 1.82],
    capital: [1, 1, 1.04, 1.03, 1.07, 1.16, 1.17, 1.31, 1.47, 1.44, 1.6, 1.47, 1.22, 1.13, 1.51, 1.68],
    upper: [1.01, 1.01, 1.26, 1.13, 1.8, 1.61, 1.78, 2.52, 2.01, 2.49, 2.46, 2.62, 2.6, 2.63, 2.73, 2.83],
  },
  joined: {
    lower: [1, 1.03, 1.11, 1.12, 1.21, 1.39, 1.32, 1.45, 2.01, 1.92, 2.05, 2.09, 1.97, 2.06, 2.16, 2.26],
    capital: [1, 1.03, 1.13, 1.21, 1.47, 1.51, 1.53, 1.84, 2.01, 1.88, 2.23, 1.93, 2.86, 2.96, 3.06, 3.16],
    upper: [1, 1.06, 1.27, 1.35, 1.46, 1.82, 2, 2.18, 2.32, 2.58, 2.71, 2.66, 2.76, 2.86, 2.96, 3.06],
  },
  marked: {
    lower: [1.02, 1.46, 1.58, 1.48, 1.58, 1.84, 1.71, 1.93, 2.28, 2.26, 2.25, 2.16, 2.57, 2.65, 2.48, 2.58],
    capital: [1, 1.85, 1.95, 1.64, 1.91, 1.78, 1.73, 2.2, 2.04, 3.25, 3.1, 2.67, 2.77, 2.87, 2.97, 3.07],
    upper: [1.1, 1.84, 2.18, 2.87, 2.41, 2.88, 4.44, 4.93, 4.13, 4.18, 4.28, 4.38, 4.33, 4.43, 4.53, 4.63],
  },
  dense: {
    lower: [1, 1.05, 1.79, 2.19, 2.75, 3.2, 3.74, 4.3, 4.73, 5.23, 5.65, 6.18, 6.58, 6.98, 7.38, 7.78],
    capital: [1, 1.28, 1.95, 2.46, 2.98, 3.51, 3.97, 4.47, 4.94, 5.47, 5.91, 6.35, 6.79, 7.22, 7.62, 8.02],
    upper: [1, 1.1, 2.02, 2.39, 3.01, 3.52, 4.08, 4.61, 5.15, 5.75, 6.39, 6.74, 7.09, 7.51, 7.96, 8.42],
  },
}

export const pieceWeights: Readonly<Record<PieceName, number>> = {
  lettersBeyondLongest: 0.3,
  digits: 1,
  spaces: 1,
  symbols1: 1,
  symbols2: 1.01,
  symbols3: 1.08,
  symbols4Up: 0.48,
  symbolChanges: 0.35,
  repeated: 0.04,
  wideSymbols: 1,
  repeatedWideSymbols: 0.17,
  eastAsianSymbols: 0.5,
  surrogatePairs: 1.53,
  accentedWords: 1.86,
  accentedLetters: 0.04,
  greekCyrillicWords: 0.34,
  greekCyrillicLetters: 0.21,
  rightToLeftWords: 0.3,
  rightToLeftLetters: 0.3,
  indicThaiWords: 0.4,
  indicThaiLetters: 0.35,
  hangulWords: 0.74,
  hangulLetters: 0.44,
  kanaRuns: 0.34,
  kanaLetters: 0.58,
  hanRuns: 0,
  hanLetters: 0.72,
  traditionalLetters: 0.89,
}
