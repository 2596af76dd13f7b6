/** Messages that a later message corrects: the later statement is valid, the earlier one is not. */
import { isUnspaced, unspacedScripts } from '../../scan/signals/unspaced-scripts.ts'
import { lazily } from '../../tokens/lazily.ts'
import { bestOf } from './best-of.ts'
import type { CorrectionSignal } from './correction-signals.ts'
import { identifiersIn } from './identifiers.ts'
import { isSpoken, read, type Utterance } from './utterance.ts'
import { type WeightedTexts, type WordNumbers, weightedDice, weighWords } from './weighted-dice.ts'

interface Superseded {
  readonly index: number
  /** The correcting message; the last one if there are several. */
  readonly by: number
  readonly signal: CorrectionSignal
}

/** In UTF-8: a Chinese character takes three bytes and says as much as three letters. */
const minBytes = 50

/** A correction by another speaker must be this many times more similar. */
const otherRoleFactor = 1.5

/** Limits of the search for one correction: its rarest words, the nearest messages of each, and the best of those. */
const rarestWords = 24
const nearestMessages = 48
const maxCandidates = 16

export function contradictions(messages: readonly Utterance[], threshold = 0.15): readonly Superseded[] {
  const said = messages.map(read)
  const statements = weighWords(
    said.map(message => (isStatement(message) ? wordsIn(message.text, message.identifiers) : undefined)),
  )
  /** Earlier messages by word number. */
  const earlier: number[][] = []
  const superseded = new Map<number, Superseded>()
  said.forEach((message, by) => {
    const words = statements.texts[by]
    if (words === undefined) return
    const [signal] = message.corrections
    if (signal !== undefined) {
      const minSimilarityOf = (index: number) =>
        threshold * (messages[index]?.role === message.role ? 1 : otherRoleFactor)
      const index = mostSimilar(
        words,
        candidates(words, earlier, statements.weights),
        statements,
        minSimilarityOf,
      )
      if (index !== undefined) superseded.set(index, { index, by, signal })
    }
    for (const word of words) {
      const speakers = earlier[word]
      if (speakers === undefined) earlier[word] = [by]
      else speakers.push(by)
    }
  })
  return [...superseded.values()].sort((one, other) => one.index - other.index)
}

function isStatement(message: Utterance): boolean {
  return isSpoken(message) && Buffer.byteLength(message.text) >= minBytes
}

/** Earlier messages that share the rarest words of this one, the nearest first: among equals the nearest is meant. */
function candidates(
  words: WordNumbers,
  earlier: readonly (readonly number[] | undefined)[],
  weights: Float64Array,
): readonly number[] {
  const known = words.filter(word => earlier[word] !== undefined)
  const shared = new Map<number, number>()
  for (const word of bestOf(known, rarestWords, word => weights[word] ?? 0))
    for (const index of earlier[word]?.slice(-nearestMessages) ?? [])
      shared.set(index, (shared.get(index) ?? 0) + (weights[word] ?? 0))
  return bestOf(shared, maxCandidates, ([, weight]) => weight)
    .map(([index]) => index)
    .sort((one, other) => other - one)
}

function mostSimilar(
  words: WordNumbers,
  candidates: readonly number[],
  { texts, weights }: WeightedTexts,
  minSimilarityOf: (index: number) => number,
): number | undefined {
  let best: number | undefined
  let maxSimilarity = 0
  for (const index of candidates) {
    const other = texts[index]
    const similarity = other === undefined ? 0 : weightedDice(words, other, weights)
    if (similarity > maxSimilarity && similarity >= minSimilarityOf(index)) {
      maxSimilarity = similarity
      best = index
    }
  }
  return best
}

const spacedWord = `[[\\p{L}\\p{M}]--${unspacedScripts}]{3,}`
const pattern = lazily(() => new RegExp(`${spacedWord}|${unspacedScripts}+`, 'gv'))

/** Words of at least three letters in lower case, pairs of characters for scripts without spaces, and identifiers. */
export function wordsIn(text: string, identifiers: ReadonlySet<string> = identifiersIn(text)): Set<string> {
  const words = new Set(identifiers)
  for (const run of text.toLowerCase().match(pattern()) ?? [])
    if (isUnspaced().test(run)) for (const pair of pairs(run)) words.add(pair)
    else words.add(run)
  return words
}

/** `数据库` → `数据`, `据库`. */
function* pairs(run: string): Generator<string> {
  let before = ''
  for (const sign of run) {
    if (before !== '') yield before + sign
    before = sign
  }
}
