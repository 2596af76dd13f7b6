/** The pieces that fit into a number of characters: the most informative first, shown in reading order, each with its heading. */
import type { Piece, PieceValue } from '../../../reduce/content/content.ts'
import { lazyPattern } from '../../../tokens/lazy-pattern.ts'

const order: readonly PieceValue[] = ['key', 'useful', 'plain']

/** Indices, in reading order. `isShownElsewhere` marks pieces that need not be repeated. */
export function piecesWithin(
  pieces: readonly Piece[],
  room: number,
  isShownElsewhere: (index: number) => boolean,
): readonly number[] {
  const chosen = new Set<number>()
  let left = room
  for (const value of order)
    for (const [index, piece] of pieces.entries()) {
      if (left <= 0) break
      if (piece.value !== value || isShownElsewhere(index) || !wordSign(piece.text).test(piece.text)) continue
      const wanted = withParents(pieces, index, chosen, isShownElsewhere)
      const cost = wanted.reduce((sum, at) => sum + (pieces[at]?.text.length ?? 0) + 1, 0)
      if (cost > left) continue
      left -= cost
      for (const at of wanted) chosen.add(at)
    }
  return [...chosen].sort((a, b) => a - b)
}

/** Lines without letters and digits mean nothing alone. */
const wordSign = lazyPattern(String.raw`[\p{L}\p{N}]`, 'u')

/** Maximum depth of headings: files in folders in projects. */
const maxParents = 8

function withParents(
  pieces: readonly Piece[],
  index: number,
  chosen: ReadonlySet<number>,
  isShownElsewhere: (index: number) => boolean,
): readonly number[] {
  const wanted: number[] = []
  for (
    let at: number | undefined = index;
    at !== undefined && wanted.length < maxParents;
    at = pieces[at]?.under
  ) {
    if (chosen.has(at)) break
    if (at === index || !isShownElsewhere(at)) wanted.push(at)
  }
  return wanted
}
