/** Splits a paragraph at its spaces: words with the marks around them, and text that must not change. */

export interface Chunk {
  /** The white space before it. */
  readonly gap: string
  readonly raw: string
  /** In lower case; empty for everything but a plain word that may change. */
  readonly word: string
  /** The word even if it has capitals: `chief` of `Chief Executive Officer`. */
  readonly letters: string
  /** Marks before and after the word. */
  readonly lead: string
  readonly trail: string
  /** Whether a sentence begins here. */
  readonly isStart: boolean
}

const chunkPattern = /\S+/g
/** `(the`, `However,`, `hasn't` */
const wordPattern = /^(\(?)([A-Za-z]+)([,.;:!?)]{0,3})$/
const sentenceEnd = /[.!?:][)"'”’*_]{0,3}$/

/** `isFrozen` says for each position of the paragraph whether it stays as it is. White space at the end is left out. */
export function chunksOf(paragraph: string, isFrozen: (at: number) => boolean): readonly Chunk[] {
  const chunks: Chunk[] = []
  let isStart = true
  let end = 0
  for (const { 0: raw, index } of paragraph.matchAll(chunkPattern)) {
    const gap = paragraph.slice(end, index)
    const found = touches(isFrozen, end, index + raw.length) ? null : wordPattern.exec(raw)
    const [, lead = '', core = '', trail = ''] = found ?? []
    // Names and words in capitals are not in the tables: `The Hague`, `A`, `IS`.
    const isPlain = core === core.toLowerCase() || (isStart && core.slice(1) === core.slice(1).toLowerCase())
    chunks.push({
      gap,
      raw,
      word: isPlain ? core.toLowerCase() : '',
      letters: core.toLowerCase(),
      lead,
      trail,
      isStart,
    })
    isStart = sentenceEnd.test(raw)
    end = index + raw.length
  }
  return chunks
}

function touches(isFrozen: (at: number) => boolean, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isFrozen(at)) return true
  return false
}

export function joinedChunks(chunks: readonly Chunk[]): string {
  return chunks.map(({ gap, raw }) => gap + raw).join('')
}
