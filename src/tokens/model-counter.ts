/** Counts as a given model would, as far as that is known. */
import { optionError } from '../errors.ts'
import type { TokenCounter } from '../types.ts'
import { Character, characterClass } from './character-class.ts'
import { type EncodingName, exactCounter } from './exact-counter.ts'

export interface ModelCounterOptions {
  /** The counter before the model's factor is applied, such as the estimator. @default the model's encoding, exact */
  readonly base?: TokenCounter | undefined
}

export function modelCounter(model: string, options: ModelCounterOptions = {}): TokenCounter {
  if (typeof model !== 'string')
    throw optionError(`The model is ${String(model)}; it must be a name, such as "gpt-5".`)
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

/** Whether the tokenizer of the model is known. */
export function isKnownModel(model: string): boolean {
  return tokenizerOf(model) !== unknownTokenizer
}

/** Tokens of o200k_base per East Asian character. */
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

/** Facts about the tokenizers of model families. A model without a public one is counted as o200k_base times a factor. */
interface ModelTokenizer {
  readonly family: string
  /** Model names, also after a vendor or region prefix (`us.anthropic.claude-…`, `openai/gpt-…`). */
  readonly models: RegExp
  readonly encoding: EncodingName
  /** Whether the encoding is the model's own. */
  readonly exact: boolean
  /** Tokens of the model per token of the encoding: in Latin text and code, and in Chinese, Japanese and Korean. */
  readonly factor: { readonly latin: number; readonly eastAsian: number }
  readonly why: string
}

const asCounted = { latin: 1, eastAsian: 1 }

/** The first match counts; no factor is certain, and reported usage corrects all of them. */
const modelTokenizers: readonly ModelTokenizer[] = [
  {
    family: 'OpenAI since GPT-4o',
    models: /(?:^|[/.])(?:gpt-4o|chatgpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|o[134](?:-|$)|codex-)/,
    encoding: 'o200k_base',
    exact: true,
    factor: asCounted,
    why: 'OpenAI publishes the encoding of each model',
  },
  {
    family: 'GPT-4 and GPT-3.5',
    models: /(?:^|[/.])gpt-(?:4|3\.?5)(?:-|$)/,
    encoding: 'cl100k_base',
    exact: true,
    factor: asCounted,
    why: 'OpenAI publishes the encoding of each model',
  },
  {
    family: 'Claude since Opus 4.7',
    models: /claude-(?:[a-z]+-)?(?:4[-.][7-9]|[5-9])/,
    encoding: 'o200k_base',
    exact: false,
    factor: { latin: 1.5, eastAsian: 1.5 },
    why: 'published counts: code 1.45 to 1.56, JSON 1.38 to 1.59, prose 1.58; East Asian text is a guess',
  },
  {
    family: 'Claude up to 4.6',
    models: /claude/,
    encoding: 'o200k_base',
    exact: false,
    factor: { latin: 1.15, eastAsian: 1.4 },
    why: 'usage reported in recorded sessions: 1.12 to 1.16; published counts: code 1.2, JSON 1.11 to 1.21, prose 1.09',
  },
  {
    family: 'Gemini',
    models: /gemini/,
    encoding: 'o200k_base',
    exact: false,
    factor: { latin: 1.15, eastAsian: 1 },
    why: 'published counts: code 1.2, JSON 1.04 to 1.21, prose 0.99; East Asian text is a guess',
  },
]

const unknownTokenizer: ModelTokenizer = {
  family: 'unknown',
  models: /(?:)/,
  encoding: 'o200k_base',
  exact: false,
  factor: asCounted,
  why: 'nothing is known of this model; recent vocabularies are of similar size',
}
