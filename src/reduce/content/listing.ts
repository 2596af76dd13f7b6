/** Lists of files: paths by folder, `ls -l` without columns that are the same in each line, trees. */
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { listingLine } from '../../scan/kind/content-lines.ts'
import { minShare } from '../../scan/kind/kind-tests.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import { counted } from '../pieces/counted.ts'
import { leastIn } from '../pieces/least-in.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { type Part, piecesOf } from '../pieces/parts.ts'
import { commonFolder, prefixGroups } from '../pieces/prefix-groups.ts'
import { severityOf } from '../pieces/severity.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { longEntry, shortEntry } from './listing/long-entry.ts'
import { nameSeries, seriesStatements } from './listing/name-series.ts'

export const listing: Content = {
  name: 'listing',
  // Each line is a file, a name or a path.
  detect: minShare(0.7, listingLine, 2),
  fits,
  pieces,
  lossless: prefixGroups(folderLength),
}

const listers: ReadonlySet<string> = new Set([
  ...'ls ll find fd fdfind tree exa eza dir locate'.split(' '),
  ...['git ls-files', 'git ls-tree'],
])
const listTools = wordSet('ls list glob list_dir list_directory list_files find_file find fd tree')
/** With certain options these print paths. */
const possibleListers: ReadonlySet<string> = new Set([
  ...['rg', 'grep', 'ag'],
  ...['git diff', 'git log', 'git show', 'git grep'],
])
/** Options that make a search print only paths. */
const pathsOnly =
  /^(?:--files|--files-with-matches|--files-without-match|--name-only|-[a-km-zA-Z]{0,8}l[a-zA-Z]{0,8})$/

function fits({ ownLines: lines, programs, source: { tool } }: SourcedText): boolean {
  if (lines.length < 2) return false
  if (holdsForMost(lines, lines.length / 2, line => longEntry(line) !== undefined)) return true
  if (holdsForMost(lines, lines.length / 2, isBranch)) return true
  const isListing =
    (tool !== undefined && listTools.has(tool.toLowerCase())) ||
    programs.some(
      ({ name, args }) =>
        listers.has(name) || (possibleListers.has(name) && args.some(arg => pathsOnly.test(arg))),
    )
  if (isListing) return holdsForMost(lines, lines.length * 0.7, isPath)
  return (
    lines.length >= 4 &&
    holdsForMost(lines, lines.length * 0.95, isPath) &&
    holdsForMost(lines, lines.length * 0.6, line => line.includes('/') && isPath(line))
  )
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const sample = lines.slice(0, 200)
  const parts: Part[] =
    sample.filter(isBranch).length * 3 >= sample.length ? treeParts(lines) : mixedParts(lines, leastIn(text))
  return piecesOf(text, lines, parts)
}

/** A line that is not an entry: a heading, an error of the program, a total. */
function otherPart(lines: readonly string[], at: number): Part {
  return { first: at, end: at + 1, value: otherValue(lines[at] ?? '') }
}

function otherValue(line: string): PieceValue {
  if (line.trim() === '' || /^total \d/.test(line)) return 'noise'
  return frameValue(line) ?? (severityOf(line) === undefined ? 'useful' : 'key')
}

const treeTotal = /^\d+ director(?:y|ies)(?:, \d+ files?)?/

function treeParts(lines: readonly string[]): Part[] {
  return lines.map((line, at): Part => {
    if (!isBranch(line)) {
      const value = treeTotal.test(line) ? 'key' : at === 0 ? 'useful' : otherValue(line)
      return { first: at, end: at + 1, value }
    }
    const hasMembers = branchAt(lines[at + 1] ?? '') > branchAt(line)
    return { first: at, end: at + 1, value: hasMembers || line.endsWith('/') ? 'useful' : 'plain' }
  })
}

function mixedParts(lines: readonly string[], least: string): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (longEntry(line) !== undefined) at = longParts(parts, lines, at, least)
    else if (isPath(line)) at = pathParts(parts, lines, at, least)
    else {
      parts.push(otherPart(lines, at))
      at += 1
    }
  }
  return parts
}

function longParts(parts: Part[], lines: readonly string[], first: number, least: string): number {
  const entries = []
  for (let at = first; ; at += 1) {
    const entry = longEntry(lines[at] ?? '')
    if (entry === undefined) break
    entries.push(entry)
  }
  const named = entries.filter(({ name }) => name !== '.' && name !== '..')
  const folders = named.filter(({ isFolder }) => isFolder).length
  const head = parts.length
  const size = named.reduce((sum, entry) => sum + (entry.isFolder ? 0 : entry.size), 0)
  const bytes = Number.isNaN(size) ? '' : `, ${size} bytes`
  parts.push({
    first,
    end: first,
    value: 'key',
    statement: `${least}${counted(named.length, 'entry', 'entries')}: ${counted(named.length - folders, 'file')}${bytes}, ${counted(folders, 'folder')}`,
  })
  const series = nameSeries(named.map(({ name }) => name))
  pushSeries(parts, first, series, head)
  entries.forEach((entry, index) => {
    const at = first + index
    const isSelf = entry.name === '.' || entry.name === '..'
    const value = isSelf || series.has(entry.name) ? 'noise' : entry.isFolder ? 'useful' : 'plain'
    parts.push({ first: at, end: at + 1, value, under: head, statement: shortEntry(entry, lines[at] ?? '') })
  })
  return first + entries.length
}

/** Replaces many names that differ only in a number by their count. */
function pushSeries(parts: Part[], at: number, series: ReadonlyMap<string, string>, under?: number): void {
  for (const statement of seriesStatements(series))
    parts.push({ first: at, end: at, value: 'useful', statement, under })
}

/** The position of `├──`, `└──`, `|--` or `` `-- `` before a name; -1 if the line is not a branch of a tree. */
function branchAt(line: string): number {
  let at = 0
  while (
    at < maxBranchDepth &&
    '│| \u00a0'.includes(line.charAt(at)) &&
    line.charAt(at) !== '' &&
    !line.startsWith('|--', at)
  )
    at += 1
  return branches.some(branch => line.startsWith(branch, at)) ? at : -1
}

const maxBranchDepth = 200
const branches: readonly string[] = ['├─', '└─', '|--', '`--', '+--']

function isBranch(line: string): boolean {
  return branchAt(line) >= 0
}

/** Few spaces, as in a name, and no characters that are typical of prose or code. */
const pathLike = /^(?:[A-Za-z]:\\)?[^\s:"'`<>|;,=(){}*?!$][^:"'`<>|;,=(){}*?!$]*$/

/** Consecutive paths: totals first, then by folder. */
function isPath(line: string): boolean {
  if (line.length > 400 || line === '' || !pathLike.test(line)) return false
  const space = line.indexOf(' ')
  return space < 0 || (!line.startsWith(' ') && line.split(' ').length <= 3 && /[./]/.test(line))
}

function folderLength(line: string): number {
  return isPath(line) ? line.lastIndexOf('/') + 1 : 0
}

/** Names of one folder in one statement, if there are more than `maxWhole`. */
const maxNames = 8
/** This many are shown together or not at all. */
const maxWhole = 12
const minSummed = 4

function pathParts(parts: Part[], lines: readonly string[], first: number, least: string): number {
  let end = first
  while (end < lines.length && isPath(lines[end] ?? '')) end += 1
  const paths = lines.slice(first, end)
  if (paths.length >= minSummed)
    parts.push({ first, end: first, value: 'key', statement: least + pathFacts(paths) })
  for (let at = first; at < end; ) {
    const length = folderLength(lines[at] ?? '')
    const folder = (lines[at] ?? '').slice(0, length)
    let last = at + 1
    while (last < end && folderLength(lines[last] ?? '') === length && lines[last]?.startsWith(folder))
      last += 1
    folderParts(parts, lines, { folder, first: at, end: last })
    at = last
  }
  return end
}

interface FolderRun {
  readonly folder: string
  readonly first: number
  readonly end: number
}

function folderParts(parts: Part[], lines: readonly string[], { folder, first, end }: FolderRun): void {
  const value = dependencyPath.test(folder) ? 'noise' : 'plain'
  if (end - first === 1) {
    parts.push({ first, end, value })
    return
  }
  const isOne = end - first <= maxWhole
  const head = parts.length
  if (folder !== '' && !isOne)
    parts.push({
      first,
      end: first,
      value: value === 'noise' ? 'plain' : 'useful',
      statement: `${folder}: ${end - first}`,
    })
  const under = folder !== '' && !isOne ? head : undefined
  const series = nameSeries(lines.slice(first, end).map(line => line.slice(folder.length)))
  if (value !== 'noise') pushSeries(parts, first, series, under)
  const step = isOne ? maxWhole : maxNames
  for (let at = first; at < end; at += step) {
    const stop = Math.min(end, at + step)
    const names = lines.slice(at, stop).map(line => line.slice(folder.length))
    const count = isOne ? '' : ` (${names.length} of ${end - first})`
    const statement = `${folder !== '' && isOne ? `${folder}: ` : ''}${names.join('  ')}${count}`
    const own = names.every(name => series.has(name)) ? 'noise' : value
    parts.push({ first: at, end: stop, value: own, statement, under })
  }
}

/** Third-party code, or internal files of a program. */
const dependencyPath = /(?:^|\/)(?:node_modules|\.git|__pycache__|\.venv|site-packages|\.next|\.cache)\//

const maxKinds = 6
const maxFolders = 10

/** `412 paths: 300 .ts, 40 .md, 72 others; 120 packages/core/, 80 apps/cli/, 212 in other folders`, `2 paths in lib/; one each in a/, b/` */
function pathFacts(paths: readonly string[]): string {
  const common = commonFolder(paths)
  const kinds = countsOf(paths.map(extensionOf))
  const folders = countsOf(paths.map(path => topFolder(path.slice(common.length))))
  const said = [
    `${paths.length} paths${common === '' ? '' : ` in ${common}`}${kinds.size > 1 ? `: ${topOf(kinds, maxKinds, 'others')}` : ''}`,
  ]
  const isOneEach = folders.size === paths.length && folders.size <= maxFolders
  if (isOneEach) said.push(`one each in ${[...folders.keys()].join(', ')}`)
  else if (folders.size > 1) said.push(topOf(folders, maxFolders, 'in other folders'))
  return said.join('; ')
}

function topOf(counts: ReadonlyMap<string, number>, maxCounts: number, rest: string): string {
  const sorted = [...counts].sort(([one, a], [two, b]) => b - a || (one < two ? -1 : 1))
  const shown = sorted.slice(0, maxCounts).map(([name, count]) => `${count} ${name}`)
  const others = sorted.slice(maxCounts).reduce((sum, [, count]) => sum + count, 0)
  return [...shown, ...(others > 0 ? [`${others} ${rest}`] : [])].join(', ')
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const point = name.lastIndexOf('.')
  return point > 0 && name.length - point <= 8 && point < name.length - 1
    ? name.slice(point)
    : 'without extension'
}

/** The first two folders of a path. */
function topFolder(path: string): string {
  const first = path.indexOf('/')
  if (first < 0) return './'
  const second = path.indexOf('/', first + 1)
  return path.slice(0, (second < 0 ? first : second) + 1)
}
