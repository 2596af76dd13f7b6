/** What a tool printed, line by line: its files, how often what happened, and every line that reports an error. */
import { entities } from '../scan/entities.ts'
import { ellipsisCut } from '../scan/grapheme-cut.ts'
import { isBlank, linesOf } from '../scan/lines.ts'
import { type LineShape, type LineStatus, lineShape } from './line-shape.ts'
import { type ShapedLine, separator, statusParts } from './status-parts.ts'

const fewestLines = 6
const longestAverageLine = 80
const shownFiles = 3

/** Output of tools, tests and searches, as far as its lines follow patterns. */
export function isStructured(text: string): boolean {
  const lines = fullLines(text)
  if (lines.length < fewestLines) return false
  const isDense = countOf(text, '\n') * longestAverageLine >= text.length
  // Entries of a log are lines however long they are.
  return mostFulfil(lines, line => {
    const shape = lineShape(line)
    return isDense ? shape.isStructural : shape.isTimed
  })
}

/** At most `budget` characters. */
export function summarizeStructured(text: string, budget: number): string {
  const lines = fullLines(text).map(line => ({ ...lineShape(line), text: line.trim() }))
  const files = filesIn(text, lines)
  const told = lines.filter(isTelling)
  if (files.length === 0 && told.length === 0) return ellipsisCut(endsOf(lines), budget)
  const head = [filesPart(files, budget / 3), countsPart(lines, budget / 3)].filter(
    part => part !== undefined,
  )
  const room = budget - head.reduce((sum, part) => sum + part.length + separator.length, 0)
  const parts = [...head, ...statusParts(told, room)]
  return parts.length > 0 ? parts.join(separator) : ellipsisCut(endsOf(lines), budget)
}

function fullLines(text: string): readonly string[] {
  return linesOf(text).flatMap(line => (isBlank(line) ? [] : [line.text]))
}

/** Whether more than half of the lines fulfil `holds`, as early as that is certain. */
function mostFulfil(lines: readonly string[], holds: (line: string) => boolean): boolean {
  let missing = Math.floor(lines.length / 2) + 1
  let spare = lines.length - missing
  for (const line of lines) {
    if (holds(line)) missing -= 1
    else spare -= 1
    if (missing === 0 || spare < 0) break
  }
  return missing === 0
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}

function isTelling({ isError, isTally, status }: LineShape): boolean {
  return isError || isTally || (status !== undefined && status !== 'INFO' && status !== 'DEBUG')
}

const place = /(?::\d+){1,2}$/

/** Those that lines begin with, else all that are named. */
function filesIn(text: string, lines: readonly ShapedLine[]): readonly string[] {
  const leading = new Set(lines.flatMap(({ file }) => file ?? []))
  if (leading.size > 0) return [...leading]
  const paths = entities(text).filter(({ kind }) => kind === 'file' || kind === 'path')
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

/** `400 lines (399 INFO, 1 ERROR)` */
function countsPart(lines: readonly ShapedLine[], room: number): string | undefined {
  const counts = new Map<LineStatus, number>()
  for (const { status } of lines) if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1)
  const kinds = Array.from(counts, ([status, count]) => `${count} ${status}`)
  const part = `${lines.length} lines${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`
  return part.length <= room ? part : undefined
}

/** For output that names neither file nor status: how it begins and ends. */
function endsOf(lines: readonly ShapedLine[]): string {
  const first = lines.slice(0, shownFiles).map(line => line.text)
  const last =
    lines.length > shownFiles
      ? [...(lines.length > shownFiles + 1 ? ['...'] : []), lines.at(-1)?.text ?? '']
      : []
  return `${[...first, ...last].join(separator)} (${lines.length} lines)`
}
