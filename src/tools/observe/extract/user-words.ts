/** The user's words: whole, but for long texts that were pasted between them. */
import { isForProgram } from '../../../scan/acknowledgement.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import type { ObservedFact } from '../observation.ts'
import type { Typed } from './session-reading.ts'

/** Up to here nobody asks what the words are made of. */
const maxWholeLength = 2000
/** So much of what was pasted identifies it. */
const maxPastedLength = 300

/** Each a true stretch of what was typed, in order; words that the user has said before are not repeated. */
export function userWords(typed: readonly Typed[], known: Set<string>): readonly ObservedFact[] {
  return typed.flatMap(said => {
    if (known.has(said.text) || isForProgram(said.text)) return []
    known.add(said.text)
    return stretchesOf(said).map(
      ({ text, isCut }): ObservedFact => ({
        verb: 'said',
        by: 'user',
        message: said.message,
        text,
        ...(isCut ? { isCut: true } : {}),
      }),
    )
  })
}

interface Stretch {
  readonly text: string
  readonly isCut: boolean
}

function stretchesOf({ text, pasted }: Typed): readonly Stretch[] {
  if (text.length <= maxWholeLength) return [{ text, isCut: false }]
  const stretches: Stretch[] = []
  let from = 0
  const close = (to: number, isCut: boolean): void => {
    const said = text.slice(from, to).trim()
    if (said !== '') stretches.push({ text: said, isCut })
  }
  for (const { start, end } of pasted) {
    if (end - start <= maxPastedLength) continue
    close(start + shownOf(text.slice(start, end)), true)
    from = end
  }
  close(text.length, false)
  return stretches
}

/** How much is shown of what was pasted: whole lines, where they are not too long. */
function shownOf(pasted: string): number {
  const cut = graphemeCut(pasted, maxPastedLength)
  const line = cut.lastIndexOf('\n')
  return line > maxPastedLength / 3 ? line : cut.length
}
