/** Lines of removed messages that contain words which the view must show. */
import { holds } from '../../measure/probes/atoms.ts'
import { answersHeading, type NumberedMessage, speakerPrefix } from '../../reduce/newest-lines.ts'
import { linesOf } from '../../scan/lines.ts'
import { isSpanEnd } from '../../scan/marker.ts'
import type { TokenCounter } from '../../types.ts'

/** Longer lines are cut around the word. */
const maxLineLength = 240

interface Line {
  readonly place: number
  readonly speaker: string
  readonly text: string
  readonly lowered: string
}

/**
 * The lines in reading order, at most `room` tokens with the line break before them; `undefined` where nothing fits. `words`
 * are in lower case.
 */
export function answerLines(
  numbered: readonly NumberedMessage[],
  words: ReadonlySet<string>,
  room: number,
  counter: TokenCounter,
): string | undefined {
  const lines = linesIn(numbered)
  const shown = new Map<number, string>()
  let said = ''
  let left = room - counter.count(`\n${answersHeading}`)
  for (const word of words) {
    if (holds(said, word)) continue
    const line = lineWith(word, lines)
    if (line === undefined) continue
    const text = line.speaker + around(line, word)
    const cost = counter.count(`${text}\n`)
    if (cost > left) continue
    left -= cost
    const before = shown.get(line.place)
    shown.set(line.place, before === undefined ? text : `${before}\n${text}`)
    said += `\n${text.toLowerCase()}`
  }
  if (shown.size === 0) return undefined
  const inOrder = [...shown].sort(([one], [other]) => one - other).map(([, text]) => text)
  return [answersHeading, ...inOrder].join('\n')
}

function linesIn(numbered: readonly NumberedMessage[]): readonly Line[] {
  const lines: Line[] = []
  for (const { message, number } of numbered)
    for (const block of message.blocks) {
      if (block.type === 'opaque') continue
      const speaker = `#${number} ${speakerPrefix(message, block)}`
      for (const { text } of linesOf(block.text))
        if (text.trim() !== '' && !isSpanEnd(text))
          lines.push({ place: lines.length, speaker, text, lowered: text.toLowerCase() })
    }
  return lines
}

/** The shortest line that contains a word; among equals the latest. */
function lineWith(word: string, lines: readonly Line[]): Line | undefined {
  let best: Line | undefined
  for (const line of lines)
    if ((best === undefined || line.text.length <= best.text.length) && holds(line.lowered, word)) best = line
  return best
}

function around({ text, lowered }: Line, word: string): string {
  const line = text.trim()
  if (line.length <= maxLineLength) return line
  const at = Math.max(0, lowered.indexOf(word) - maxLineLength / 3)
  // Removes half of a surrogate pair at a cut.
  const cut = text.slice(at, at + maxLineLength).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${at > 0 ? '…' : ''}${cut.trim()}${at + maxLineLength < text.length ? '…' : ''}`
}
