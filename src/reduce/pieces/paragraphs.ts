/** Paragraphs as parts: the sentences of a long line, and wrapped lines up to where a sentence ends. */
import { sentences } from '../../scan/sentences.ts'
import type { Role } from '../../types.ts'
import { joined, type LineCut, type LineCutter, type Part } from './parts.ts'
import { type Speaker, sentenceValue } from './sentence-value.ts'

/** Shorter lines are kept whole. */
const shortLine = 160
/** Shorter sentences stay with the next one. */
const shortSentence = 32
const maxWrapped = 5
const maxWrappedLength = 400

/** The sentences of a line, each with its own value; joined, they are the line. */
export function sentenceCut(role: Role): LineCutter {
  return line => sentenceCuts(line, role)
}

export function sentenceCuts(line: string, speaker: Speaker): readonly LineCut[] {
  if (line.length <= shortLine) return [{ text: line, value: sentenceValue(line, speaker) }]
  const cuts: LineCut[] = []
  let start = 0
  for (const { end } of sentences(line)) {
    if (end - start < shortSentence && end < line.length) continue
    const text = line.slice(start, end)
    cuts.push({ text, value: sentenceValue(text, speaker) })
    start = end
  }
  return cuts
}

/** The parts of lines `from` to `to`, none of them blank. */
export function paragraphParts(
  lines: readonly string[],
  from: number,
  to: number,
  role: Role,
  under?: number,
): readonly Part[] {
  const parts: Part[] = []
  for (let first = from; first < to; ) {
    const line = lines[first] as string
    const end = line.length > shortLine ? first + 1 : wrappedEnd(lines, first, to)
    const value =
      end - first > 1 || line.length <= shortLine ? sentenceValue(joined(lines, first, end), role) : 'plain'
    parts.push({
      first,
      end,
      value,
      ...(line.length > shortLine && { cut: sentenceCut(role) }),
      under,
    })
    first = end
  }
  return parts
}

const minLineLength = 40
/** An entry of a log. */
const entry = /^\s{0,8}\[?(?:\d{4}-\d\d-\d\d[T ]\d|\d\d:\d\d:\d\d)/
/** What a terminal shows below a call. */
const screenEntry = /^\s{0,8}[⎿⏺●] /
const sentenceEnd = /[.!?:;。！？…](?:["'”’»)\]*_`]{0,4})\s{0,8}$/

/** The position after the line where a wrapped sentence ends. */
function wrappedEnd(lines: readonly string[], first: number, to: number): number {
  let characters = 0
  for (let at = first; at < to; at += 1) {
    const line = lines[at] as string
    if (at > first && (entry.test(line) || screenEntry.test(line))) return at
    if (entry.test(line)) return at + 1
    characters += line.length
    const isFull = characters > maxWrappedLength || at - first >= maxWrapped
    if (isFull && at > first) return at
    if (line.length < minLineLength || line.length > shortLine || sentenceEnd.test(line.slice(-16)))
      return at + 1
  }
  return to
}
