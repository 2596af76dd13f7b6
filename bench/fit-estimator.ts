/**
 * Fits the weights of the token estimator and writes `src/tokens/token-weights.ts`.
 *
 *     node bench/fit-estimator.ts [--corpus DIR]
 *
 * A word's weight is the mean number of tokens of the pieces of its shape, each class of text counting the same and
 * no word counting more than a few times per source, so that no project's own names decide; dense words are judged by
 * generated base64. What is certain is given
 * (`given`); the rest is a least-squares fit of what the words leave unexplained.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { countPieces } from '../src/tokens/count-pieces.ts'
import { exactCounter } from '../src/tokens/exact-counter.ts'
import {
  maxWordLength,
  type PieceName,
  pieceFeature,
  pieceNames,
  wordCases,
  wordFeature,
  wordPrefixes,
} from '../src/tokens/token-features.ts'
import { readSamples, type Sample } from './estimator-corpus.ts'
import { corpusDirectory } from './results.ts'

const corpus = corpusDirectory()
if (corpus === undefined) throw new Error('There is no corpus to fit on: name its directory with --corpus.')

const counter = exactCounter()
const samples = readSamples(corpus).filter(({ half }) => half === 'fit')

/** Pieces that are one token, or nearly so, by the way the encoding splits text. */
const given: Readonly<Partial<Record<PieceName, number>>> = {
  digits: 1,
  spaces: 1,
  symbols1: 1,
  symbols2: 1.01,
  symbols3: 1.08,
  symbolChanges: 0.35,
  repeated: 0.04,
  lettersBeyondLongest: 0.3,
  wideSymbols: 1,
  repeatedWideSymbols: 0.17,
  eastAsianSymbols: 0.5,
  // No samples in these scripts: measured on single sentences.
  rightToLeftWords: 0.3,
  rightToLeftLetters: 0.3,
  indicThaiWords: 0.4,
  indicThaiLetters: 0.35,
}

const wordClasses = ['english', 'code', 'json', 'logs']
const occurrencesPerSource = 5
/** Strength of the expectation that a word one letter longer costs a tenth of a token more, in words per million. */
const expectation = 20

const words = wordWeights()
const pieces = pieceWeights(words)
const file = join(import.meta.dirname, '../src/tokens/token-weights.ts')
writeFileSync(file, source())
console.log(`Wrote ${file}`)

function wordWeights(): number[] {
  const pieceTotals = wordClasses.map(name => wordTotals(samples.filter(sample => sample.class === name)))
  const weights: number[] = []
  for (let feature = 0; feature < wordFeature(wordPrefixes.indexOf('dense'), 0, 1); feature += 1) {
    const seen = sum(pieceTotals.map(({ seen, tokens }) => ((seen[feature] ?? 0) * 1e6) / tokens))
    const cost = sum(pieceTotals.map(({ cost, tokens }) => ((cost[feature] ?? 0) * 1e6) / tokens))
    const expected = feature % maxWordLength === 0 ? 1 : (weights[feature - 1] ?? 1) + 0.1
    weights.push((cost + expectation * expected) / (seen + expectation))
  }
  return [...weights, ...denseWeights()]
}

/** Dense words cost what the words of random base64 cost. */
function denseWeights(): number[] {
  const { seen, cost } = wordTotals([{ text: randomBase64() }])
  return wordCases.flatMap((_, wordCase) => {
    const weights: number[] = []
    for (let length = 1; length <= maxWordLength; length += 1) {
      const feature = wordFeature(0, wordCase, length)
      const expected = length === 1 ? 1 : (weights.at(-1) ?? 1) + 0.4
      weights.push(((cost[feature] ?? 0) + expected * expectation) / ((seen[feature] ?? 0) + expectation))
    }
    return weights
  })
}

/** The same every time: a linear congruential generator. */
function randomBase64(): string {
  let state = 1
  const bytes = Uint8Array.from({ length: 300_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state >> 16
  })
  return Buffer.from(bytes).toString('base64')
}

interface WordTotals {
  readonly seen: number[]
  readonly cost: number[]
  tokens: number
}

function wordTotals(samples: readonly Pick<Sample, 'text'>[]): WordTotals {
  const totals: WordTotals = { seen: [], cost: [], tokens: 0 }
  for (const { text } of samples) {
    const occurrences = new Map<string, number>()
    for (const piece of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) {
      const occurrence = (occurrences.get(piece) ?? 0) + 1
      occurrences.set(piece, occurrence)
      const feature = occurrence > occurrencesPerSource ? undefined : onlyFeature(piece)
      const cost = counter.count(piece)
      totals.tokens += cost
      if (feature === undefined) continue
      totals.seen[feature] = (totals.seen[feature] ?? 0) + 1
      totals.cost[feature] = (totals.cost[feature] ?? 0) + cost
    }
  }
  return totals
}

/** The one feature that a piece has, if it has only one. */
function onlyFeature(piece: string): number | undefined {
  const features = [...countPieces(piece).entries()].filter(([, count]) => count > 0)
  return features.length === 1 ? features[0]?.[0] : undefined
}

/** Coordinate descent on the normal equations, no weight below zero. */
function pieceWeights(wordWeights: readonly number[]): number[] {
  const size = pieceNames.length
  const matrix = pieceNames.map(() => new Array<number>(size).fill(0))
  const target = new Array<number>(size).fill(0)
  const classTokens = Map.groupBy(
    samples.flatMap(sample => chunksOf(sample.text).map(text => ({ name: sample.class, text }))),
    ({ name }) => name,
  )
  for (const chunks of classTokens.values()) {
    const rows = chunks.map(({ text }) => ({ counts: countPieces(text), tokens: counter.count(text) }))
    const total = sum(rows.map(({ tokens }) => tokens))
    for (const { counts, tokens } of rows) {
      const unexplained = tokens - sum(wordWeights.map((weight, feature) => weight * (counts[feature] ?? 0)))
      const importance = 1e6 / total / (tokens + 20)
      const piece = pieceNames.map(name => counts[pieceFeature(name)] ?? 0)
      for (let i = 0; i < size; i += 1) {
        const amount = importance * (piece[i] ?? 0)
        if (amount === 0) continue
        target[i] = (target[i] ?? 0) + amount * unexplained
        const row = matrix[i] ?? []
        for (let j = 0; j < size; j += 1) row[j] = (row[j] ?? 0) + amount * (piece[j] ?? 0)
      }
    }
  }
  return solve(matrix, target)
}

function solve(matrix: readonly (readonly number[])[], target: readonly number[]): number[] {
  const weights = pieceNames.map(name => given[name] ?? (name.endsWith('Letters') ? 0.4 : 1))
  const start = [...weights]
  const pull = 3
  for (let round = 0; round < 5000; round += 1)
    pieceNames.forEach((name, i) => {
      if (given[name] !== undefined) return
      const row = matrix[i] ?? []
      const others = sum(row.map((value, j) => (j === i ? 0 : value * (weights[j] ?? 0))))
      const best = ((target[i] ?? 0) - others + pull * (start[i] ?? 0)) / ((row[i] ?? 0) + pull)
      weights[i] = Math.max(0, best)
    })
  return weights
}

/** About 2,000 characters each, ending at a line where one is near. */
function chunksOf(text: string): string[] {
  const chunks: string[] = []
  for (let from = 0; from < text.length; ) {
    const line = text.indexOf('\n', from + 2000)
    const to = line >= 0 && line < from + 2500 ? line + 1 : from + 2000
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function source(): string {
  const rows = wordPrefixes.map((prefix, p) => {
    const lines = wordCases.map((name, c) => {
      const weights = Array.from({ length: maxWordLength }, (_, i) =>
        (words[wordFeature(p, c, i + 1)] ?? 1).toFixed(2),
      )
      return `    ${name}: [${weights.map(Number).join(', ')}],`
    })
    return `  ${prefix}: {\n${lines.join('\n')}\n  },`
  })
  const lines = pieceNames.map((name, i) => `  ${name}: ${Number((pieces[i] ?? 1).toFixed(2))},`)
  return `/** Weights of the token estimator: tokens of o200k_base per piece. Written by \`bench/fit-estimator.ts\`. */
import type { PieceName, WordCase, WordPrefix } from './token-features.ts'

/** Tokens of a word by what precedes it, its case, and its length (1 to ${maxWordLength} letters). */
export const wordWeights: Readonly<Record<WordPrefix, Readonly<Record<WordCase, readonly number[]>>>> = {
${rows.join('\n')}
}

export const pieceWeights: Readonly<Record<PieceName, number>> = {
${lines.join('\n')}
}
`
}
