/** The sentences of a text with their paragraphs and scores; overlong ones are split. */
import { isSpaceAt } from '../scan/character-kind.ts'
import type { Entity } from '../scan/entity.ts'
import { continuesGrapheme } from '../scan/grapheme-cut.ts'
import { linesOf } from '../scan/lines.ts'
import { sentences } from '../scan/sentences.ts'
import type { Span } from '../scan/span.ts'
import { codeUnits } from '../tokens/code-units.ts'
import { scoreSpan } from './score-span.ts'
import { sentenceWords } from './sentence-words.ts'

/** Without the white space around it. */
export interface ScoredSentence extends Span {
  readonly paragraph: number
  readonly score: number
}

export function scoredSentences(
  text: string,
  maxLength: number,
  found: readonly Entity[],
): readonly ScoredSentence[] {
  const scored: ScoredSentence[] = []
  const entitiesUntil = entitiesInTurn(found)
  let paragraph = 0
  const all = sentences(text)
  const units = codeUnits(text)
  for (const sentence of all) {
    for (const piece of pieces(text, sentence, maxLength)) {
      const own = entitiesUntil(piece.end)
      const span = trimmed(text, piece)
      const words = sentenceWords(text, span.start, span.end, units)
      if (words.hasWord)
        scored.push({ start: span.start, end: span.end, paragraph, score: scoreSpan(text, span, own, words) })
    }
    if (endsParagraph(text, sentence)) paragraph += 1
  }
  return scored
}

const clauseMarks = ',;:，；：、—'
/** Shorter clauses stay with the next one. */
const minClauseLength = 60

/** A sentence longer than `maxLength` is split into its lines, and a longer line into its clauses. */
function pieces(text: string, span: Span, maxLength: number): readonly Span[] {
  if (span.end - span.start <= maxLength) return [span]
  return linesOf(text, span.start, span.end).flatMap(line =>
    line.end - line.start <= maxLength ? [line] : clauses(text, line),
  )
}

function clauses(text: string, { start, end }: Span): readonly Span[] {
  const found: Span[] = []
  let from = start
  for (let at = start + minClauseLength; at < end; at += 1) {
    if (at - from < minClauseLength || !clauseMarks.includes(text.charAt(at - 1))) continue
    const isAscii = text.charCodeAt(at - 1) < 128
    if ((isAscii && text.charAt(at) !== ' ') || continuesGrapheme(text, at)) continue
    found.push({ start: from, end: at })
    from = at
  }
  return [...found, { start: from, end }]
}

/** A blank line follows. */
function endsParagraph(text: string, { start, end }: Span): boolean {
  let breaks = 0
  for (let at = end - 1; at >= start && isSpaceAt(text, at); at -= 1)
    if (text.charAt(at) === '\n') breaks += 1
  return breaks >= 2
}

const none: readonly Entity[] = []

/** Returns entities in order: each call returns those that begin before `end`. */
export function entitiesInTurn(found: readonly Entity[]): (end: number) => readonly Entity[] {
  let first = 0
  return end => {
    let last = first
    while (last < found.length && (found[last]?.start ?? end) < end) last += 1
    const taken = first === last ? none : found.slice(first, last)
    first = last
    return taken
  }
}

/** A part of a text without the white space around it. */
export function trimmed(text: string, span: Span): Span {
  let { start, end } = span
  while (end > start && isSpaceAt(text, end - 1)) end -= 1
  while (start < end && isSpaceAt(text, start)) start += 1
  return { start, end }
}
