/** A slice of a text: what the view shows of it, what was searched for, and numbers of messages as links. */
import { Fragment } from 'preact'
import type { TextRange } from '../../src/tools/show/session-page.ts'
import { visibleText } from '../parts/visible-text.ts'

interface MarkedTextProps {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Stretches that the view shows; absent where all of the text is alike. */
  readonly shown?: readonly TextRange[] | undefined
  readonly pattern?: RegExp | undefined
  /** Makes `#12` a link to message 12, where there are so many. */
  readonly onNumber?: ((message: number) => void) | undefined
  readonly messages?: number
}

interface Piece {
  readonly text: string
  readonly isShown: boolean
  readonly isFound: boolean
}

export function MarkedText({ text, start, end, shown, pattern, onNumber, messages = 0 }: MarkedTextProps) {
  const found: TextRange[] = []
  if (pattern !== undefined) {
    pattern.lastIndex = start
    for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text))
      found.push([match.index, Math.min(end, match.index + match[0].length)])
  }
  return (
    <>
      {piecesOf(text, start, end, shown ?? [[0, text.length]], found).map((piece, index) => {
        const words = withNumbers(piece.text, messages, onNumber)
        const marked = piece.isFound ? <mark>{words}</mark> : words
        return <Fragment key={index}>{piece.isShown ? marked : <span class="left">{marked}</span>}</Fragment>
      })}
    </>
  )
}

function piecesOf(
  text: string,
  start: number,
  end: number,
  shown: readonly TextRange[],
  found: readonly TextRange[],
): readonly Piece[] {
  const cuts = new Set([start, end])
  for (const ranges of [shown, found])
    for (const [from, to] of ranges) for (const at of [from, to]) if (at > start && at < end) cuts.add(at)
  const places = [...cuts].sort((one, other) => one - other)
  const isIn = (ranges: readonly TextRange[], at: number): boolean =>
    ranges.some(([from, to]) => from <= at && at < to)
  return places.slice(0, -1).map((from, index) => ({
    text: visibleText(text.slice(from, places[index + 1])),
    isShown: isIn(shown, from),
    isFound: isIn(found, from),
  }))
}

function withNumbers(text: string, messages: number, onNumber: MarkedTextProps['onNumber']) {
  if (onNumber === undefined || !text.includes('#')) return text
  const parts = text.split(/#(\d{1,7})\b/)
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    const message = Number(part) - 1
    if (message < 0 || message >= messages) return `#${part}`
    return (
      <button key={index} type="button" class="number" onClick={() => onNumber(message)}>
        #{part}
      </button>
    )
  })
}
