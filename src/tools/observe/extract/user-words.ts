/** The user's own words: whole, but for long stretches of code, logs and data that were pasted between them. */
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { segments } from '../../../scan/segments.ts'
import type { ObservedFact } from '../observation.ts'
import type { Typed } from './session-reading.ts'

/** Up to here nobody asks what the words are made of. */
const maxWholeLength = 2000
/** So much of what was pasted, or of what a program wrote for a command, tells what it is. */
const maxPastedLength = 300

/** Each a true stretch of what was typed, in order; words that the user has said before are not repeated. */
export function userWords(typed: readonly Typed[], known: Set<string>): readonly ObservedFact[] {
  return typed.flatMap(({ message, text, isExpansion }) => {
    if (known.has(text) || isForProgram.test(text)) return []
    known.add(text)
    return stretchesOf(text, isExpansion).map(
      ({ text: said, isCut }): ObservedFact => ({
        verb: 'said',
        by: 'user',
        message,
        text: said,
        ...(isCut ? { isCut: true } : {}),
      }),
    )
  })
}

/** `/clear` speaks to the program, not to the agent. */
const isForProgram = /^\/[\w:-]{1,60}$/

interface Stretch {
  readonly text: string
  readonly isCut: boolean
}

function stretchesOf(text: string, isExpansion: boolean): readonly Stretch[] {
  if (text.length <= maxWholeLength) return [{ text, isCut: false }]
  if (isExpansion) return [{ text: text.slice(0, shownOf(text)).trimEnd(), isCut: true }]
  const stretches: Stretch[] = []
  let start = 0
  const close = (end: number, isCut: boolean): void => {
    const said = text.slice(start, end).trim()
    if (said !== '') stretches.push({ text: said, isCut })
  }
  for (const segment of segments(text)) {
    const isPasted = segment.kind !== 'prose' && segment.kind !== 'verse' && segment.kind !== 'reasoning'
    const length = segment.end - segment.start
    if (!isPasted || length <= maxPastedLength) continue
    close(segment.start + shownOf(text.slice(segment.start, segment.end)), true)
    start = segment.end
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
