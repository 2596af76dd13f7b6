/** Exact token counts by OpenAI's public encodings, safe on text that nobody vouches for. */
import { createRequire } from 'node:module'
import type * as Encoding from 'gpt-tokenizer/encoding/o200k_base'
import type { TokenCounter } from '../types.ts'
import { runCuts } from './token-runs.ts'

export type EncodingName = 'o200k_base' | 'cl100k_base'

/** Text that spells a special token (`<|endoftext|>`) is text: it is counted as such and never throws. */
const specialTokensAreText: { disallowedSpecial: Set<string> } = { disallowedSpecial: new Set() }

/**
 * The encoder's own cache of merges moves an entry to the end on each hit, and the hole it leaves slows every
 * later hit: with the default of 100,000 entries hostile text costs seconds. A small cache is as fast on real text.
 */
const mergeCacheSize = 1000

/**
 * Counts with an encoding whose tables (about 2 MB) are loaded by the first count, not by the import.
 * Only an unbroken run of more than 512 characters may be off, by a token for each place where it is cut.
 */
export function exactCounter(encoding: EncodingName = 'o200k_base'): TokenCounter {
  return { name: encoding, exact: true, count: text => countBetweenCuts(text, encoder(encoding)) }
}

type CountTokens = (text: string) => number

const encoders = new Map<EncodingName, CountTokens>()
const require = createRequire(import.meta.url)

function encoder(encoding: EncodingName): CountTokens {
  const known = encoders.get(encoding)
  if (known !== undefined) return known
  const { countTokens, setMergeCacheSize }: typeof Encoding = require(`gpt-tokenizer/encoding/${encoding}`)
  setMergeCacheSize(mergeCacheSize)
  const count: CountTokens = text => countTokens(text, specialTokensAreText)
  encoders.set(encoding, count)
  return count
}

function countBetweenCuts(text: string, count: CountTokens): number {
  let tokens = 0
  let from = 0
  for (const cut of runCuts(text)) {
    tokens += count(text.slice(from, cut))
    from = cut
  }
  return tokens + count(from === 0 ? text : text.slice(from))
}
