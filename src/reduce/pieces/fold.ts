/** Rated lines become pieces: long lines in parts, many equal ones as one statement. */
import { maxLineLength, shortStretches } from './parts.ts'
import type { Piece, PieceValue } from './piece.ts'
import { severityOf } from './severity.ts'

/** Equivalent entries: the first few are shown, and one statement covers the others. */
export interface Fold {
  /** How many entries are shown as they are. */
  readonly shown: number
  /** The value of the statement. */
  readonly value: PieceValue
  /** A true sentence about the entries that are not shown, each by the index of its first line. */
  readonly say: (entries: readonly number[]) => string
}

/** The rating of one line. */
export interface LineDraft {
  /** The line, or a shorter text with the same content. */
  readonly text: string
  readonly value: PieceValue
  readonly isStatement?: boolean | undefined
  /** Index of the earlier line that it makes no sense without. */
  readonly under?: number | undefined
  readonly fold?: Fold | undefined
  /** A further line of the entry before it in the same fold. */
  readonly isPart?: boolean | undefined
}

/** A statement for fewer lines would be longer than they are. */
function isWorth({ folded, lines }: Folding): boolean {
  return folded.length > 1 || (folded.length === 1 && lines > 2)
}

/** The entries of one fold. */
interface Folding {
  entries: number
  readonly folded: number[]
  lines: number
  /** The line after which the statement is; the first folded line where none is shown. */
  place: number
  /** The first line of the last entry that is shown. */
  head: number
}

/** One draft for each line of the text, in order. */
export function foldedPieces(drafts: readonly LineDraft[]): readonly Piece[] {
  const foldings = foldingsOf(drafts)
  const pieces: Piece[] = []
  /** For each line the piece that shows it or refers to it. */
  const pieceOf = new Int32Array(drafts.length)
  const entries = new Map<Fold, number>()
  for (const [index, draft] of drafts.entries()) {
    const { fold, under } = draft
    const parent = under === undefined || under >= index ? undefined : pieceOf[under]
    const folding = fold && foldings.get(fold)
    if (fold === undefined || folding === undefined || !isWorth(folding)) {
      pieceOf[index] = showLine(pieces, draft, parent)
      continue
    }
    const entry = (entries.get(fold) ?? 0) + (draft.isPart === true ? 0 : 1)
    entries.set(fold, entry)
    const isShown = entry <= fold.shown
    const isPlace = index === folding.place
    if (isShown) pieceOf[index] = showLine(pieces, draft, parent)
    else pieceOf[index] = isPlace ? pieces.length : (pieceOf[folding.place] ?? 0)
    if (!isPlace) continue
    const shown = isShown ? pieceOf[folding.head] : parent
    pieces.push({
      text: fold.say(folding.folded),
      lines: folding.lines,
      value: fold.value,
      isStatement: true,
      ...(shown !== undefined && { under: shown }),
    })
  }
  return pieces
}

/** Blank lines in a row are one piece, up to this many. */
const maxBlankLength = 100

/** The index of the piece that shows the line. */
function showLine(
  pieces: Piece[],
  { text, value, isStatement }: LineDraft,
  under: number | undefined,
): number {
  const first = pieces.length
  const above = pieces.at(-1)
  if (text === '' && under === undefined && above?.value === 'noise' && isBlank(above)) {
    pieces[pieces.length - 1] = { ...above, text: `${above.text}\n`, lines: above.lines + 1 }
    return first - 1
  }
  const common = {
    ...(isStatement === true && { isStatement: true as const }),
    ...(under !== undefined && { under }),
  }
  if (text.length <= maxLineLength) {
    pieces.push({ text, lines: 1, value, ...common })
    return first
  }
  for (const part of shortStretches(text))
    pieces.push(
      pieces.length === first
        ? { text: part, lines: 1, value, ...common }
        : { ...common, text: part, lines: 0, value: laterValue(part, value), under: first },
    )
  return first
}

function isBlank({ text, lines, under }: Piece): boolean {
  return under === undefined && lines <= maxBlankLength && text.length === lines - 1 && text.trim() === ''
}

/** The rest of a long line is worth less than its beginning, unless it reports an error. */
function laterValue(part: string, value: PieceValue): PieceValue {
  if (severityOf(part) === 'error') return 'key'
  return value === 'noise' ? 'noise' : 'plain'
}

function foldingsOf(drafts: readonly LineDraft[]): ReadonlyMap<Fold, Folding> {
  const foldings = new Map<Fold, Folding>()
  for (const [index, { fold, isPart }] of drafts.entries()) {
    if (fold === undefined) continue
    let folding = foldings.get(fold)
    if (folding === undefined) {
      folding = { entries: 0, folded: [], lines: 0, place: index, head: index }
      foldings.set(fold, folding)
    }
    if (isPart !== true) folding.entries += 1
    if (folding.entries <= fold.shown) {
      folding.place = index
      if (isPart !== true) folding.head = index
    } else {
      if (isPart !== true) folding.folded.push(index)
      folding.lines += 1
    }
  }
  return foldings
}
