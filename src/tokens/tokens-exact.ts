/** Exact token counts by OpenAI's public encodings, safe on text that nobody vouches for. */
import type { TokenCounter } from '../types.ts'
import { type CountPiece, pieceCounter } from './byte-pairs.ts'
import { asciiPieceEnd } from './split-pieces.ts'
import { runCuts } from './token-runs.ts'
import { type EncodingName, loadVocabulary } from './vocabulary.ts'

export type { EncodingName } from './vocabulary.ts'

/**
 * Counts with an encoding whose tables (some megabytes) are loaded by the first count, not by the import. Text that spells a
 * special token (`<|endoftext|>`) is text. Only an unbroken run of more than 512 characters may be off, by a token for each
 * place where it is cut.
 */
export function exactCounter(encoding: EncodingName = 'o200k_base'): TokenCounter {
  return { name: encoding, exact: true, count: text => countBetweenCuts(text, encoder(encoding)) }
}

type CountTokens = (text: string) => number

const encoders = new Map<EncodingName, CountTokens>()

function encoder(encoding: EncodingName): CountTokens {
  const known = encoders.get(encoding)
  if (known !== undefined) return known
  const count = textCounter(pieceCounter(loadVocabulary(encoding)), splits[encoding])
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

interface Split {
  /** The pieces that no merge reaches across. */
  readonly pieces: RegExp
  /** Where the piece ends; -1 where only the expression can tell. */
  pieceEnd(bytes: Uint8Array, from: number, end: number): number
}

/** As OpenAI publishes them, in the grammar of JavaScript. */
const splits: Readonly<Record<EncodingName, Split>> = {
  o200k_base: {
    pieces:
      /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/uy,
    pieceEnd: asciiPieceEnd,
  },
  cl100k_base: {
    pieces:
      /'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s/uy,
    pieceEnd: () => -1,
  },
}

/** Larger ones are not kept for the next text. */
const scratchUnits = 1 << 16

function textCounter(countPiece: CountPiece, { pieces, pieceEnd }: Split): CountTokens {
  const scratch = Buffer.allocUnsafeSlow(3 * scratchUnits)
  return text => {
    const bytes = text.length <= scratchUnits ? scratch : Buffer.allocUnsafeSlow(3 * text.length)
    const end = bytes.write(text, 'utf8')
    let tokens = 0
    // Where the next piece begins, in bytes and in the text.
    let from = 0
    let unit = 0
    while (from < end) {
      let to = pieceEnd(bytes, from, end)
      if (to < 0) {
        pieces.lastIndex = unit
        const piece = pieces.exec(text)?.[0] as string
        to = from + Buffer.byteLength(piece)
        unit += piece.length
      } else unit += to - from
      tokens += countPiece(bytes, from, to)
      from = to
    }
    return tokens
  }
}
