/** A short line of an agent in two parts: what it found, and the step that it announces next. */
import type { Piece } from '../../../reduce/content/content.ts'
import { isFiller } from '../../../reduce/is-filler.ts'
import { sentenceValue } from '../../../reduce/pieces/sentence-value.ts'
import { sentences } from '../../../scan/sentences.ts'
import { isListItem } from '../facts/line-forms.ts'
import { isNextStep } from '../facts/step-words.ts'

/** Longer lines are already split into their sentences. */
const maxLength = 160
/** `Good.`, `Fixed.` */
const maxRemark = 12
const sentenceEnd = /[.!?]\s/

/** `The field is missing. Let me look at the caller.` → `The field is missing. `, `Let me look at the caller.` */
export function cutSteps(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(isLong)) return pieces
  const all: Piece[] = []
  const places: number[] = []
  for (const piece of pieces) {
    places.push(all.length)
    const end = isLong(piece) ? stepStart(piece.text) : -1
    const under = piece.under === undefined ? undefined : places[piece.under]
    const own = under === undefined ? piece : { ...piece, under }
    if (end < 0) all.push(own)
    else
      for (const [at, text] of [piece.text.slice(0, end), piece.text.slice(end)].entries())
        all.push({ ...own, text, lines: at === 0 ? piece.lines : 0, value: sentenceValue(text, 'assistant') })
  }
  return all
}

function isLong({ text, lines, isStatement, numbers }: Piece): boolean {
  return (
    lines === 1 &&
    isStatement !== true &&
    numbers === undefined &&
    text.length <= maxLength &&
    sentenceEnd.test(text) &&
    !isListItem(text)
  )
}

/** Where the last sentences begin that only announce a step; -1 where nothing is said before them. */
function stepStart(line: string): number {
  const parts = sentences(line)
  let from = parts.length
  while (from > 0 && isNextStep(textOf(line, parts[from - 1]))) from -= 1
  if (from === 0 || from === parts.length) return -1
  const said = parts.slice(0, from).map(part => textOf(line, part))
  return said.every(part => part.length <= maxRemark || isFiller(part)) ? -1 : (parts[from]?.start ?? -1)
}

function textOf(line: string, part: { readonly start: number; readonly end: number } | undefined): string {
  return part === undefined ? '' : line.slice(part.start, part.end).trim()
}
