/** Exact token counts with OpenAI's public encodings, safe on untrusted text. */
import { optionError } from '../errors.ts'
import type { TokenCounter } from '../types.ts'
import { lazyPattern } from './lazy-pattern.ts'
import { type PieceEnd, pieceSplitter } from './piece-splitter.ts'
import { runCuts } from './run-cuts.ts'
import { type EncodingName, encodings, hashOf, loadVocabulary, type Vocabulary } from './vocabulary.ts'

export type { EncodingName } from './vocabulary.ts'

/**
 * Counts with an encoding whose tables (some megabytes) are loaded at the first count, not at import. Text that spells a
 * special token (`<|endoftext|>`) is plain text. Only an unbroken run of more than 512 characters may be off, by a token for
 * each cut.
 */
export function exactCounter(encoding: EncodingName = 'o200k_base'): TokenCounter {
  if (!encodings.includes(encoding))
    throw optionError(
      `There is no encoding ${JSON.stringify(encoding)}. Known: ${encodings.join(', ')}; modelCounter takes the name of a model.`,
    )
  return { name: encoding, exact: true, count: text => countBetweenCuts(text, encoder(encoding)) }
}

type CountTokens = (text: string) => number

const encoders = new Map<EncodingName, CountTokens>()

function encoder(encoding: EncodingName): CountTokens {
  const known = encoders.get(encoding)
  if (known !== undefined) return known
  const vocabulary = loadVocabulary(encoding)
  const countPiece = pieceCounter(vocabulary)
  const count =
    encoding === 'o200k_base'
      ? bytesCounter(countPiece, pieceSplitter(vocabulary.traits))
      : splitCounter(countPiece, cl100kPieces())
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

/** Larger buffers are not kept for the next text. */
const scratchUnits = 1 << 16
const scratch = Buffer.allocUnsafeSlow(3 * scratchUnits)

function bytesCounter(countPiece: CountPiece, pieceEnd: PieceEnd): CountTokens {
  return text => {
    const bytes = text.length <= scratchUnits ? scratch : Buffer.allocUnsafeSlow(3 * text.length)
    const end = bytes.write(text, 'utf8')
    let tokens = 0
    for (let from = 0; from < end; ) {
      const to = pieceEnd(bytes, from, end)
      tokens += countPiece(bytes, from, to)
      from = to
    }
    return tokens
  }
}

/** As OpenAI publishes it, in JavaScript syntax. */
const cl100kPieces = lazyPattern(
  String.raw`'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s`,
  'gu',
)

function splitCounter(countPiece: CountPiece, pieces: RegExp): CountTokens {
  return text => {
    let tokens = 0
    for (const [piece] of text.matchAll(pieces)) {
      const bytes = Buffer.from(piece)
      tokens += countPiece(bytes, 0, bytes.length)
    }
    return tokens
  }
}

/** Tokens of `bytes[from]` to `bytes[end - 1]`, a piece that a tokenizer does not split. */
type CountPiece = (bytes: Uint8Array, from: number, end: number) => number

const none = 0x7fffffff

function pieceCounter({ bytes: known, starts, slots }: Vocabulary): CountPiece {
  const mask = slots.length - 1
  /** The start of each part of the piece, and the rank of each part joined with the next. */
  let parts = new Int32Array(256)
  let ranks = new Int32Array(256)

  function rankOf(bytes: Uint8Array, from: number, end: number): number {
    let slot = hashOf(bytes, from, end) & mask
    for (let entry = slots[slot] as number; entry !== 0; entry = slots[slot] as number) {
      const start = starts[entry - 1] as number
      if ((starts[entry] as number) - start === end - from) {
        let at = 0
        while (from + at < end && bytes[from + at] === known[start + at]) at += 1
        if (from + at === end) return entry - 1
      }
      slot = (slot + 1) & mask
    }
    return none
  }

  function merged(bytes: Uint8Array, from: number, end: number): number {
    let count = end - from
    if (count >= parts.length) {
      parts = new Int32Array(2 * count)
      ranks = new Int32Array(2 * count)
    }
    for (let part = 0; part <= count; part += 1) parts[part] = from + part
    for (let part = 0; part + 1 < count; part += 1) ranks[part] = rankOf(bytes, from + part, from + part + 2)
    while (count > 1) {
      let lowest = none
      let at = -1
      for (let part = 0; part + 1 < count; part += 1)
        if ((ranks[part] as number) < lowest) {
          lowest = ranks[part] as number
          at = part
        }
      if (at < 0) break
      parts.copyWithin(at + 1, at + 2, count + 1)
      ranks.copyWithin(at, at + 1, count - 1)
      count -= 1
      if (at + 1 < count) ranks[at] = rankOf(bytes, parts[at] as number, parts[at + 2] as number)
      if (at > 0) ranks[at - 1] = rankOf(bytes, parts[at - 1] as number, parts[at + 1] as number)
    }
    return count
  }

  return (bytes, from, end) =>
    end - from <= 1 || rankOf(bytes, from, end) !== none ? 1 : merged(bytes, from, end)
}
