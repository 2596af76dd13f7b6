/** Counts as a given model would, as nearly as is known. */
import type { TokenCounter } from '../types.ts'
import { Character, characterClass } from './character-class.ts'
import { type ModelTokenizer, modelTokenizers, unknownTokenizer } from './model-tokenizers.ts'
import { exactCounter } from './tokens-exact.ts'

export interface ModelCounterOptions {
  /** Counts before the model's factor is applied, such as the estimator. @default the model's encoding, exact */
  readonly base?: TokenCounter | undefined
}

export function modelCounter(model: string, options: ModelCounterOptions = {}): TokenCounter {
  const { encoding, exact, factor } = tokenizerOf(model)
  const base = options.base ?? exactCounter(encoding)
  return {
    name: model,
    exact: exact && base.exact,
    count: text => (exact ? base.count(text) : scaled(text, base.count(text), factor)),
  }
}

export function tokenizerOf(model: string): ModelTokenizer {
  const name = model.toLowerCase()
  return modelTokenizers.find(({ models }) => models.test(name)) ?? unknownTokenizer
}

/** Tokens that o200k_base makes of an East Asian character. */
const tokensPerEastAsianCharacter = 0.72

function scaled(text: string, tokens: number, { latin, eastAsian }: ModelTokenizer['factor']): number {
  if (latin === eastAsian) return Math.round(tokens * latin)
  const eastAsianTokens = Math.min(tokens, eastAsianCharacters(text) * tokensPerEastAsianCharacter)
  return Math.round((tokens - eastAsianTokens) * latin + eastAsianTokens * eastAsian)
}

function eastAsianCharacters(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1)
    if ((characterClass[text.charCodeAt(at)] ?? 0) >= Character.hangul) count += 1
  return count
}
