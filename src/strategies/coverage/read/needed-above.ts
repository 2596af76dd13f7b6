/** The nearest piece that a piece makes no sense without: a line of a hunk needs its file, a short item the one it is nested in. */
import { isHeading } from '../../../scan/heading-level.ts'
import { isListItem } from '../facts/line-forms.ts'
import type { LabelledPiece } from './argument-lines.ts'

/** A shorter item of a list says little without the line above the list, or the item that it is nested in. */
export const shortItem = 60
const tableRow = /^\s{0,12}\|/

interface PiecePlace {
  /** Words of the agent, or a document. */
  readonly isProse: boolean
  /** A candidate names the source of the pieces. */
  readonly hasSource: boolean
}

/** Its index among `pieces`; `undefined` where there is none. */
export function neededAbove(
  piece: LabelledPiece,
  pieces: readonly LabelledPiece[],
  { isProse, hasSource }: PiecePlace,
): number | undefined {
  // `… 17 more like this`
  if (piece.isStatement === true && piece.text.startsWith('… ')) return piece.under
  if (isProse && isNestedShort(piece, pieces[piece.under ?? -1])) return piece.under
  const first = isProse ? aboveItems(pieces, piece.under) : piece.under
  for (let at = first; at !== undefined; at = pieces[at]?.under) {
    const above = pieces[at] as LabelledPiece
    if (above.isTitle === true && hasSource) return undefined
    const isHead = above.isStatement === true || above.value === 'key' || tableRow.test(above.text)
    if (isHead || (isProse && isHeading(above.text))) return at
    // Prose is understood without the headings above it.
    if (isProse) return undefined
  }
  return undefined
}

/** `- **Status:** paid`, below `1. **Order W7**` */
function isNestedShort(item: LabelledPiece, parent: LabelledPiece | undefined): boolean {
  if (parent === undefined || Math.min(item.text.length, parent.text.length) >= shortItem) return false
  return isListItem(item.text) && isListItem(parent.text)
}

/** Where both items are longer, that of a nested list is below the heading of both lists. */
function aboveItems(pieces: readonly LabelledPiece[], under: number | undefined): number | undefined {
  let above = under
  while (above !== undefined && isPlainItem(pieces[above])) above = pieces[above]?.under
  return above
}

function isPlainItem(piece: LabelledPiece | undefined): boolean {
  return piece !== undefined && piece.value !== 'key' && isListItem(piece.text)
}
