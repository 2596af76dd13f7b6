/** Changes: the files and how much changed in each, then the changed lines, then the lines around them. */
import { isCutOutput } from '../../scan/actions/is-cut-output.ts'
import { hunkLine as changeLine, diffLine } from '../../scan/kind/content-lines.ts'
import { both, minShare, some } from '../../scan/kind/kind-tests.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { counted } from '../pieces/counted.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { type LineCut, type Part, piecesOf, shortStretches } from '../pieces/parts.ts'
import { severityOf } from '../pieces/severity.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { type DiffLine, diffLines, diffPath, lacksLines } from './diff/diff-lines.ts'
import { movedLines, realignedLines } from './diff/returning-lines.ts'
import { logParts } from './git/log-parts.ts'

export const diff: Content = {
  name: 'diff',
  // Hunks, and lines that begin with plus, minus or a space.
  detect: both(some(changeLine), minShare(0.75, diffLine)),
  fits,
  pieces,
}

const fileLine = /^(?:diff --git |diff --cc |Index: |\*\*\* (?:Add|Update|Delete) File: )/
const hunkLine = /^@@@? -\d{1,9}(?:,\d{1,9})? /

function fits({ text, lines, programs }: SourcedText): boolean {
  const hasHunks = lines.some(line => hunkLine.test(line))
  if (!hasHunks && !lines.some(line => fileLine.test(line))) return false
  const printsDiffs = programs.some(({ name }) =>
    /^(?:git (?:diff|show|log|stash|format-patch)|diff|interdiff|colordiff|svn)$/.test(name),
  )
  if (printsDiffs) return startsAsDiff(text) || hasHunks
  return startsAsDiff(text) && isMostlyDiff(lines)
}

/** Within the first lines, or after those of a commit. */
function startsAsDiff(text: string): boolean {
  const head = text.slice(0, 2000).split('\n').slice(0, 40)
  return head.some(
    (line, at) =>
      fileLine.test(line) ||
      hunkLine.test(line) ||
      (line.startsWith('--- ') && head[at + 1]?.startsWith('+++ ') === true),
  )
}

/** Whether most lines belong to changes. */
export function isMostlyDiff(lines: readonly string[]): boolean {
  if (!lines.some(line => fileLine.test(line) || hunkLine.test(line))) return false
  return diffLines(lines).filter(kind => kind !== 'other').length * 2 >= lines.length
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  return piecesOf(text, lines, diffParts(lines))
}

export function diffParts(lines: readonly string[]): readonly Part[] {
  const kinds = diffLines(lines)
  const starts = lines.flatMap((_, at) => (kinds[at] === 'file' ? [at] : []))
  const firstFile = starts[0] ?? firstHunk(kinds)
  const cuts = lines.flatMap((line, at) => (isCutOutput(line) ? [at] : []))
  const isCut = cuts.length > 0 || lacksLines(lines, kinds, firstFile, lines.length)
  const parts: Part[] = []
  const added = kinds.filter(kind => kind === 'added').length
  const removed = kinds.filter(kind => kind === 'removed').length
  if (starts.length > 1 && !isCut)
    parts.push({
      first: 0,
      end: 0,
      value: 'key',
      statement: `${filesText(lines, kinds, starts)}, +${added} −${removed} lines`,
    })
  writeOther(parts, lines, 0, firstFile)
  // What follows a cut may belong to another file.
  const begins = [...new Set([firstFile, ...starts, ...cuts.filter(at => at > firstFile)])].sort(
    (a, b) => a - b,
  )
  const moved = movedLines(lines, kinds)
  begins.forEach((start, index) => {
    const end = begins[index + 1] ?? lines.length
    writeFile(parts, lines, kinds, { start, end, isCut: cuts.length > 0, moved })
  })
  return parts
}

/** The lines about a file, or those of no known file. */
interface FileRange {
  readonly start: number
  readonly end: number
  /** The tool cut its output. */
  readonly isCut: boolean
  /** See `movedLines`. */
  readonly moved: ReadonlySet<number>
}

/** A log lists a file once for each of its changes. */
function filesText(lines: readonly string[], kinds: readonly DiffLine[], starts: readonly number[]): string {
  const paths = new Set(
    starts.map(start =>
      diffPath(lines[start] ?? '', lines.slice(start + 1, headingEnd(kinds, start, lines.length))),
    ),
  )
  return paths.size === starts.length
    ? `${counted(paths.size, 'file')} changed`
    : `${counted(starts.length, 'change')} of ${counted(paths.size, 'file')}`
}

/** The position after the lines about the file as a whole. */
function headingEnd(kinds: readonly DiffLine[], start: number, limit: number): number {
  let at = start + 1
  while (at < limit && (kinds[at] === 'detail' || kinds[at] === 'event')) at += 1
  return at
}

function firstHunk(kinds: readonly DiffLine[]): number {
  const found = kinds.indexOf('hunk')
  return found < 0 ? kinds.length : found
}

/** Lines that are not part of a diff: a commit with its message, a status. */
function writeOther(parts: Part[], lines: readonly string[], from: number, to: number): void {
  for (const part of logParts(lines.slice(from, to), parts.length))
    parts.push({ ...part, first: part.first + from, end: part.end + from })
}

/** Files written by a program for programs. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|mix\.lock|Podfile\.lock|deno\.lock)$|\.(?:min\.js|min\.css|map|snap|pb\.go)$|(?:^|\/)(?:dist|vendor|node_modules|__snapshots__)\//

function writeFile(
  parts: Part[],
  lines: readonly string[],
  kinds: readonly DiffLine[],
  { start, end, isCut, moved }: FileRange,
): void {
  const isNamed = kinds[start] === 'file'
  let bodyEnd = end
  while (bodyEnd > start + 1 && kinds[bodyEnd - 1] === 'other') bodyEnd -= 1
  const head = parts.length
  const count = (kind: DiffLine): number => countIn(kinds, kind, start, bodyEnd)
  const lacks = isCut || lacksLines(lines, kinds, start, bodyEnd)
  const [added, removed] = [count('added'), count('removed')]
  let at = start
  let isGenerated = false
  if (isNamed) {
    at = headingEnd(kinds, start, bodyEnd)
    const heading = lines.slice(start, at)
    const path = diffPath(heading[0] ?? '', heading.slice(1))
    const events = heading.filter((_, index) => kinds[start + index] === 'event').map(line => line.trim())
    const verb = /^\*\*\* (Add|Delete) File/.exec(heading[0] ?? '')?.[1]
    isGenerated = generated.test(path)
    const shifted = countMoved(lines, moved, at, bodyEnd)
    const said = [
      ...(verb === undefined ? [] : [`${verb.toLowerCase()} file`]),
      ...events,
      ...(shifted === 0 ? [] : [`${shifted} of these lines only moved`]),
    ].join(', ')
    parts.push({
      first: start,
      end: at,
      value: 'key',
      statement: `${path}${lacks ? '' : ` +${added} −${removed}`}${said === '' ? '' : ` (${said})`}`,
    })
  }
  if (isGenerated && bodyEnd - at > 3) {
    parts.push({
      first: at,
      end: bodyEnd,
      value: 'noise',
      under: head,
      statement: lacks
        ? 'generated'
        : `generated: ${added} lines added and ${removed} removed in ${count('hunk')} hunks`,
    })
  } else {
    const returning = new Set([...moved, ...realignedLines(lines, kinds, at, bodyEnd)])
    writeHunks(parts, lines, kinds, { from: at, to: bodyEnd, file: isNamed ? head : undefined, returning })
  }
  writeOther(parts, lines, bodyEnd, end)
}

/** A single line may come again by chance. */
function countMoved(lines: readonly string[], moved: ReadonlySet<number>, from: number, to: number): number {
  const isBeside = (at: number, other: number): boolean =>
    moved.has(other) && lines[other]?.charAt(0) === lines[at]?.charAt(0)
  let count = 0
  for (let at = from; at < to; at += 1)
    if (moved.has(at) && (isBeside(at, at - 1) || isBeside(at, at + 1))) count += 1
  return count
}

function countIn(kinds: readonly DiffLine[], kind: DiffLine, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (kinds[at] === kind) count += 1
  return count
}

/** Maximum number of consecutive changed lines in one piece. */
const maxLines = 6

interface Hunks {
  readonly from: number
  readonly to: number
  /** The part that names their file. */
  readonly file: number | undefined
  /** Lines that other lines of the diff bring back. */
  readonly returning: ReadonlySet<number>
}

function writeHunks(
  parts: Part[],
  lines: readonly string[],
  kinds: readonly DiffLine[],
  { from, to, file, returning }: Hunks,
): void {
  let under = file
  for (let at = from; at < to; ) {
    const kind = kinds[at] ?? 'other'
    if (kind === 'hunk') {
      parts.push({ first: at, end: at + 1, value: 'useful', under: file })
      under = parts.length - 1
      at += 1
      continue
    }
    let end = at + 1
    const isReturning = returning.has(at)
    while (end < to && end - at < maxLines && kinds[end] === kind && returning.has(end) === isReturning)
      end += 1
    if (kind === 'other' || kind === 'event') end = at + 1
    const isChange = kind === 'added' || kind === 'removed'
    const value = isReturning
      ? 'noise'
      : isChange
        ? changeValue(lines, at, end)
        : otherValue(lines[at] ?? '', kind)
    parts.push({
      first: at,
      end,
      value,
      under,
      ...(isChange && { cut: line => signedStretches(line, value) }),
    })
    at = end
  }
}

/** Each further stretch of a long line has its sign, too. */
function signedStretches(line: string, value: PieceValue): readonly LineCut[] {
  const [first = '', ...rest] = shortStretches(line)
  // Lines that are shown whole stay in one piece.
  if (rest.length === 0) return []
  return [{ text: first, value }, ...rest.map(text => ({ text, value, label: `${line.charAt(0)}…` }))]
}

const letterOrNumber = lazyPattern(String.raw`[\p{L}\p{N}]`, 'u')

/** A change of only white space and brackets says little. */
function changeValue(lines: readonly string[], from: number, to: number): PieceValue {
  for (let at = from; at < to; at += 1) {
    const changed = (lines[at] ?? '').slice(1, 300)
    if (letterOrNumber(changed).test(changed)) return 'useful'
  }
  return 'plain'
}

function otherValue(line: string, kind: DiffLine): PieceValue {
  if (kind === 'event') return 'key'
  if (kind === 'context' || kind === 'detail' || line.trim() === '') return 'noise'
  return frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key')
}
