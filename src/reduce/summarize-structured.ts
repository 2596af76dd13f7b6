/** A summary of tool output by lines: its files, counts of statuses, and every line that reports an error. */
import { entities } from '../scan/entities.ts'
import type { Entity } from '../scan/entity.ts'
import { ellipsisCut } from '../scan/grapheme-cut.ts'
import { holdsForMost } from '../scan/holds-for-most.ts'
import { isBlank, type Line, linesOf } from '../scan/lines.ts'
import { codeUnits } from '../tokens/code-units.ts'
import { countsOf } from '../tokens/counts-of.ts'
import { isTally, type LineShape, lineShape } from './line-shape.ts'
import { scoreSpan } from './score-span.ts'
import { entitiesInTurn, trimmed } from './scored-sentences.ts'
import { sentenceWords } from './sentence-words.ts'
import { isStatus, type ShapedLine, statusParts, statusSeparator } from './status-parts.ts'

const minLines = 6
const maxAverageLineLength = 80
/** Maximum number of files, or of first lines where there are none. */
const shownFiles = 3

/** The non-blank lines of an output, and the shapes of those that were read. */
export interface StructuredOutput {
  readonly lines: readonly Line[]
  readonly shapes: readonly LineShape[]
}

/** Output of tools, tests and searches, as far as its lines follow patterns; `undefined` where they do not. */
export function structuredOutput(text: string): StructuredOutput | undefined {
  const lines = fullLines(text)
  if (lines.length < minLines) return undefined
  const isDense = countOf(text, '\n') * maxAverageLineLength >= text.length
  const shapes: LineShape[] = []
  // Log entries and search results are lines, however long.
  const isOutput = holdsForMost(lines, Math.floor(lines.length / 2) + 1, line => {
    const shape = lineShape(line.text)
    shapes.push(shape)
    return isDense ? shape.isStructural : shape.isTimed || shape.file !== undefined
  })
  return isOutput ? { lines, shapes } : undefined
}

/** At most `budget` characters. `found` and `output`: what callers already know of the text. */
export function summarizeStructured(
  text: string,
  budget: number,
  found: readonly Entity[] = entities(text),
  output: StructuredOutput = { lines: fullLines(text), shapes: [] },
): string {
  const lines = shapedLines(text, found, output)
  const files = filesIn(found, lines)
  if (files.length === 0 && !lines.some(isStatus)) return endsOf(lines, budget)
  const head = [filesPart(files, budget / 3), countsPart(lines, budget / 3)].filter(
    part => part !== undefined,
  )
  const room = budget - head.reduce((sum, part) => sum + part.length + statusSeparator.length, 0)
  const parts = [...head, ...statusParts(lines, room)]
  return parts.length > 0 ? parts.join(statusSeparator) : endsOf(lines, budget)
}

/** How much more than the average a line must score to be shown for itself: about one fact. */
const clearlyMore = 4

function shapedLines(
  text: string,
  found: readonly Entity[],
  { lines: full, shapes }: StructuredOutput,
): readonly ShapedLine[] {
  const lines = full.map((line, at) => ({
    shape: shapes[at] ?? lineShape(line.text),
    text: line.text.trim(),
  }))
  // A search result is summarized by its files.
  const isSearch = lines.filter(({ shape }) => shape.file !== undefined).length > lines.length / 2
  const entitiesUntil = entitiesInTurn(found)
  const units = codeUnits(text)
  const scores = isSearch ? [] : full.map(line => scoreLine(text, units, line, entitiesUntil(line.end)))
  const average = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
  return lines.map(({ shape, text: line }, at) => ({
    ...shape,
    text: line,
    isTally: isTally(shape),
    saysMore: (scores[at] ?? 0) >= average + clearlyMore,
  }))
}

function scoreLine(text: string, units: Uint16Array, line: Line, found: readonly Entity[]): number {
  const span = trimmed(text, line)
  return scoreSpan(text, span, found, sentenceWords(text, span.start, span.end, units))
}

function fullLines(text: string): readonly Line[] {
  return linesOf(text).filter(line => !isBlank(line))
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}

const place = /(?::\d+){1,2}$/

/** Files at the beginning of lines, else all that are named. */
function filesIn(found: readonly Entity[], lines: readonly ShapedLine[]): readonly string[] {
  const leading = new Set(lines.flatMap(({ file }) => file ?? []))
  if (leading.size > 0) return [...leading]
  const paths = found.filter(({ kind }) => kind === 'file' || kind === 'path')
  return [
    ...new Set(paths.map(path => path.text.replace(place, '')).filter(path => /\.\w{1,10}$/.test(path))),
  ]
}

/** `files: a, b, c +2 more`, with fewer names where they take too much room. */
function filesPart(files: readonly string[], room: number): string | undefined {
  for (let shown = Math.min(shownFiles, files.length); shown > 0; shown -= 1) {
    const more = files.length - shown
    const part = `files: ${files.slice(0, shown).join(', ')}${more > 0 ? ` +${more} more` : ''}`
    if (part.length <= room) return part
  }
  return undefined
}

/** `400 lines (399 INFO, 1 ERROR)`, in the words of the lines. */
function countsPart(lines: readonly ShapedLine[], room: number): string | undefined {
  const counts = countsOf(lines.flatMap(({ label }) => label ?? []))
  const kinds = Array.from(counts, ([label, count]) => `${count} ${label}`)
  const part = `${lines.length} lines${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`
  return part.length <= room ? part : undefined
}

/** For output that names neither file nor status: how it begins and ends, and what is unusual between. */
function endsOf(lines: readonly ShapedLine[], budget: number): string {
  const last = lines.length - 1
  const count = ` (${lines.length} lines)`
  const room = budget - count.length
  const isEnd = (at: number): boolean => at < shownFiles || at === last
  let left = room - withGaps(lines, isEnd).length
  const shown = lines.map((line, at) => {
    const cost = line.text.length + statusSeparator.length + gap.length
    if (isEnd(at) || !line.saysMore || cost > left) return isEnd(at)
    left -= cost
    return true
  })
  const text = withGaps(lines, at => shown[at] === true)
  return room > 0 ? ellipsisCut(text, room) + count : ellipsisCut(text, budget)
}

const gap = '... | '

/** Some of the lines, with `...` where others were left out between them. */
function withGaps(lines: readonly ShapedLine[], isShown: (at: number) => boolean): string {
  const parts: string[] = []
  for (const [at, line] of lines.entries()) {
    if (!isShown(at)) continue
    parts.push(at === 0 || isShown(at - 1) ? line.text : `${gap}${line.text}`)
  }
  return parts.join(statusSeparator)
}
