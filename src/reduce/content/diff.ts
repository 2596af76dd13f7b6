/** Changes: which files and how much in each, then what was changed, then what is around it. */

import { hunkLine as changeLine, diffLine } from '../../scan/kind/content-lines.ts'
import { both, most, some } from '../../scan/kind/kind-tests.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import type { Content, Piece, PieceValue, Source } from './content.ts'
import { counted } from './counted.ts'
import { logParts } from './git/log-parts.ts'
import type { Look } from './look.ts'
import { frameValue } from './output-frame.ts'
import { type Part, piecesOf } from './parts.ts'
import { countOf } from './sample-lines.ts'
import { severityOf } from './severity.ts'

export const diff: Content = {
  name: 'diff',
  detectors: [
    {
      rank: 20,
      why: 'hunks, and lines that begin with plus, minus or a space',
      test: both(some(changeLine), most(0.75, diffLine)),
    },
  ],
  fits,
  pieces,
}

const fileLine = /^(?:diff --git |diff --cc |Index: |\*\*\* (?:Add|Update|Delete) File: )/
const hunkLine = /^@@@? -\d{1,9}(?:,\d{1,9})? /

function fits({ text, lines, programs }: Look): boolean {
  const hasHunks = lines.some(line => hunkLine.test(line))
  if (!hasHunks && !lines.some(line => fileLine.test(line))) return false
  const isDiff = programs.some(({ name }) =>
    /^(?:git (?:diff|show|log|stash|format-patch)|diff|interdiff|colordiff|svn)$/.test(name),
  )
  if (isDiff) return startsAsDiff(text) || hasHunks
  return startsAsDiff(text) && countOf(diffLines(lines), kind => kind !== 'other') * 2 >= lines.length
}

/** In its first lines, behind those of a commit at most. */
function startsAsDiff(text: string): boolean {
  const head = text.slice(0, 2000).split('\n').slice(0, 40)
  return head.some(
    (line, at) =>
      fileLine.test(line) ||
      hunkLine.test(line) ||
      (line.startsWith('--- ') && head[at + 1]?.startsWith('+++ ') === true),
  )
}

function pieces(text: string, _source: Source): readonly Piece[] {
  const lines = text.split('\n')
  const kinds = diffLines(lines)
  const starts = lines.flatMap((_, at) => (kinds[at] === 'file' ? [at] : []))
  const firstFile = starts[0] ?? firstHunk(kinds)
  const parts: Part[] = []
  const added = kinds.filter(kind => kind === 'added').length
  const removed = kinds.filter(kind => kind === 'removed').length
  if (starts.length > 1)
    parts.push({
      first: 0,
      end: 0,
      value: 'key',
      statement: `${filesText(lines, kinds, starts)}, +${added} −${removed} lines`,
    })
  writeOther(parts, lines, 0, firstFile)
  if (starts.length === 0) writeFile(parts, lines, kinds, firstFile, lines.length)
  starts.forEach((start, index) => {
    writeFile(parts, lines, kinds, start, starts[index + 1] ?? lines.length)
  })
  return piecesOf(text, lines, parts)
}

/** A log shows one file as often as it was changed. */
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

/** Behind the lines that say what happened to the file as a whole. */
function headingEnd(kinds: readonly DiffLine[], start: number, limit: number): number {
  let at = start + 1
  while (at < limit && (kinds[at] === 'detail' || kinds[at] === 'event')) at += 1
  return at
}

function firstHunk(kinds: readonly DiffLine[]): number {
  const found = kinds.indexOf('hunk')
  return found < 0 ? kinds.length : found
}

/** Lines that are no part of a diff: a commit with its message, a status. */
function writeOther(parts: Part[], lines: readonly string[], from: number, to: number): void {
  for (const part of logParts(lines.slice(from, to), parts.length))
    parts.push({ ...part, first: part.first + from, end: part.end + from })
}

/** Written by a program for programs. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|mix\.lock|Podfile\.lock|deno\.lock)$|\.(?:min\.js|min\.css|map|snap|pb\.go)$|(?:^|\/)(?:dist|vendor|node_modules|__snapshots__)\//

function writeFile(
  parts: Part[],
  lines: readonly string[],
  kinds: readonly DiffLine[],
  start: number,
  end: number,
): void {
  const isNamed = kinds[start] === 'file'
  let bodyEnd = end
  while (bodyEnd > start + 1 && kinds[bodyEnd - 1] === 'other') bodyEnd -= 1
  const head = parts.length
  const count = (kind: DiffLine): number => countIn(kinds, kind, start, bodyEnd)
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
    const said = [...(verb === undefined ? [] : [`${verb.toLowerCase()} file`]), ...events].join(', ')
    parts.push({
      first: start,
      end: at,
      value: 'key',
      statement: `${path} +${added} −${removed}${said === '' ? '' : ` (${said})`}`,
    })
  }
  if (isGenerated && bodyEnd - at > 3) {
    parts.push({
      first: at,
      end: bodyEnd,
      value: 'noise',
      under: head,
      statement: `generated: ${added} lines added and ${removed} removed in ${count('hunk')} hunks`,
    })
  } else writeHunks(parts, lines, kinds, at, bodyEnd, isNamed ? head : undefined)
  writeOther(parts, lines, bodyEnd, end)
}

function countIn(kinds: readonly DiffLine[], kind: DiffLine, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (kinds[at] === kind) count += 1
  return count
}

/** Changed lines that follow each other are one piece, up to so many. */
const maxLines = 6

function writeHunks(
  parts: Part[],
  lines: readonly string[],
  kinds: readonly DiffLine[],
  from: number,
  to: number,
  file: number | undefined,
): void {
  let under = file
  for (let at = from; at < to; ) {
    const kind = kinds[at] ?? 'other'
    if (kind === 'hunk') {
      parts.push({ first: at, end: at + 1, value: 'useful', ...(file !== undefined && { under: file }) })
      under = parts.length - 1
      at += 1
      continue
    }
    const isChange = kind === 'added' || kind === 'removed'
    let end = at + 1
    while (end < to && end - at < maxLines && kinds[end] === kind) end += 1
    if (kind === 'other' || kind === 'event') end = at + 1
    parts.push({
      first: at,
      end,
      value: isChange
        ? changeValue(lines, at, end)
        : kind === 'context'
          ? contextValue(lines, at, end)
          : otherValue(lines[at] ?? '', kind),
      ...(under !== undefined && { under }),
    })
    at = end
  }
}

const letterOrNumber = lazyPattern(String.raw`[\p{L}\p{N}]`, 'u')

/** A change of nothing but white space and brackets says little. */
function changeValue(lines: readonly string[], from: number, to: number): PieceValue {
  for (let at = from; at < to; at += 1) {
    const changed = (lines[at] ?? '').slice(1, 300)
    if (letterOrNumber(changed).test(changed)) return 'useful'
  }
  return 'plain'
}

function contextValue(lines: readonly string[], from: number, to: number): PieceValue {
  for (let at = from; at < to; at += 1) if (/\S/.test((lines[at] ?? '').slice(0, 300))) return 'plain'
  return 'noise'
}

function otherValue(line: string, kind: DiffLine): PieceValue {
  if (kind === 'event') return 'key'
  if (kind === 'detail' || line.trim() === '') return 'noise'
  return frameValue(line) ?? (severityOf(line) === undefined ? 'plain' : 'key')
}

/** What each line of a diff is, by its text and its place in the diff. */
type DiffLine =
  /** `diff --git a/x b/x`, `Index: x`, `*** Update File: x`, or `--- x` where nothing names the file before it. */
  | 'file'
  /** `new file mode`, `rename from`, `Binary files … differ`: what happened to the file. */
  | 'event'
  /** `index 1a2b..3c4d`, `--- a/x` and `+++ b/x` below a file line. */
  | 'detail'
  | 'hunk'
  | 'added'
  | 'removed'
  | 'context'
  | 'other'

const hunk = /^@@@? -\d{1,9}(?:,(\d{1,9}))? (?:-\d[\d,]{0,20} )?\+\d{1,9}(?:,(\d{1,9}))? @@/
const event =
  /^(?:new file mode|deleted file mode|old mode|new mode|similarity index|dissimilarity index|rename from|rename to|copy from|copy to|Binary files |GIT binary patch|\*\*\* Move to: )/
const patchFile = /^\*\*\* (?:Add|Update|Delete) File: /

/** Kinds of all lines, in order. A hunk ends where it says that it does, or where no line of it can go on. */
function diffLines(lines: readonly string[]): readonly DiffLine[] {
  const kinds: DiffLine[] = []
  let inFile = false
  let left: { removed: number; added: number } | undefined
  let inPatch = false
  lines.forEach((line, at) => {
    const kind = kindOf(line, at)
    kinds.push(kind)
    if (kind === 'file') inFile = true
    if (left !== undefined && (kind === 'removed' || kind === 'context')) left.removed -= 1
    if (left !== undefined && (kind === 'added' || kind === 'context')) left.added -= 1
    if (left !== undefined && left.removed <= 0 && left.added <= 0) left = undefined
  })
  return kinds

  function kindOf(line: string, at: number): DiffLine {
    const found = line.startsWith('@@') ? hunk.exec(line) : null
    if (found !== null) {
      left = { removed: Number(found[1] ?? 1), added: Number(found[2] ?? 1) }
      return 'hunk'
    }
    if (line.startsWith('*** ') && patchFile.test(line)) {
      inPatch = true
      left = undefined
      return 'file'
    }
    if (inPatch && line.startsWith('@@')) return 'hunk'
    if (line === '*** End Patch') {
      inPatch = false
      return 'detail'
    }
    if (left !== undefined || inPatch) {
      const mark = line.charAt(0)
      if (mark === '+') return 'added'
      if (mark === '-') return 'removed'
      if (mark === ' ' || (mark === '' && at < lines.length - 1)) return 'context'
      if (mark === '\\') return 'detail'
      if (!inPatch) left = undefined
    }
    if (
      line.startsWith('diff --git ') ||
      line.startsWith('diff --cc ') ||
      line.startsWith('diff -') ||
      line.startsWith('Index: ')
    )
      return 'file'
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true)
      return followsFile(at) ? 'detail' : 'file'
    if (inFile && (/^(?:--- |\+\+\+ |index [0-9a-f]{4})/.test(line) || /^={20}/.test(line))) return 'detail'
    if (inFile && event.test(line)) return 'event'
    return line.startsWith('\\ No newline') ? 'detail' : 'other'
  }

  /** Whether the file was named since the last hunk. */
  function followsFile(at: number): boolean {
    for (let before = at - 1; before >= 0; before -= 1) {
      const kind = kinds[before]
      if (kind === 'file') return true
      if (kind !== 'detail' && kind !== 'event') return false
    }
    return false
  }
}

const gitFile = /^diff --git "?a\/(.{1,500}?)"? "?b\/(.{1,500})$/

/** The path that a file line refers to, by its new name. */
function diffPath(line: string, next: readonly string[]): string {
  const plus = next.find(below => below.startsWith('+++ '))
  if (plus !== undefined && !plus.startsWith('+++ /dev/null')) return bare(plus.slice(4))
  const minus = [line, ...next].find(below => below.startsWith('--- '))
  if (minus !== undefined && !minus.startsWith('--- /dev/null')) return bare(minus.slice(4))
  if (line.startsWith('diff --git ')) {
    // `a/x b/x`: both halves are alike but for renames.
    const rest = line.slice('diff --git '.length)
    const half = rest.slice((rest.length - 1) / 2 + 1)
    return rest.length % 2 === 1 && rest.slice(2, (rest.length - 1) / 2) === half.slice(2)
      ? half.slice(2)
      : (gitFile.exec(line)?.[2] ?? rest)
  }
  return line.replace(/^(?:\*\*\* (?:Add|Update|Delete) File: |Index: |diff --cc |diff )/, '')
}

function bare(path: string): string {
  const tab = path.indexOf('\t')
  return (tab < 0 ? path : path.slice(0, tab)).replace(/^"?[ab]\//, '').replace(/"$/, '')
}
