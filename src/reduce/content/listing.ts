/** Lists of files: paths by folder, `ls -l` without what is the same in each line, trees. */
import { listingLine } from '../../scan/kind/content-lines.ts'
import { most } from '../../scan/kind/kind-tests.ts'
import type { Content, Piece, PieceValue, Source } from './content.ts'
import { counted } from './counted.ts'
import { folderLength, isPath, pathParts } from './listing/path-parts.ts'
import type { Look } from './look.ts'
import { frameValue } from './output-frame.ts'
import { type Part, piecesOf } from './parts.ts'
import { prefixGroups } from './prefix-groups.ts'
import { countOf, holdsForMost } from './sample-lines.ts'
import { severityOf } from './severity.ts'

export const listing: Content = {
  name: 'listing',
  detectors: [{ rank: 150, why: 'a file, a name or a path a line', test: most(0.7, listingLine, 2) }],
  fits,
  pieces,
  lossless: prefixGroups(folderLength),
}

const listers: ReadonlySet<string> = new Set([
  'ls',
  'll',
  'find',
  'fd',
  'fdfind',
  'tree',
  'exa',
  'eza',
  'git ls-files',
  'git ls-tree',
  'dir',
  'locate',
])
const listTool = /^(?:ls|list|glob|list_dir|list_directory|list_files|find_file|find|fd|tree)$/i
/** Options that make a search print paths alone. */
const pathsOnly =
  /^(?:--files|--files-with-matches|--files-without-match|--name-only|-[a-km-zA-Z]{0,8}l[a-zA-Z]{0,8})$/

function fits({ ownLines: lines, programs, source: { tool } }: Look): boolean {
  if (lines.length < 2) return false
  if (holdsForMost(lines, lines.length / 2, line => longEntry(line) !== undefined)) return true
  if (holdsForMost(lines, lines.length / 2, isBranch)) return true
  const isListing =
    (tool !== undefined && listTool.test(tool)) ||
    programs.some(
      ({ name, args }) =>
        listers.has(name) ||
        (/^(?:rg|grep|ag|git diff|git log|git show|git grep)$/.test(name) &&
          args.some(arg => pathsOnly.test(arg))),
    )
  if (isListing) return holdsForMost(lines, lines.length * 0.7, isPath)
  return (
    lines.length >= 4 &&
    holdsForMost(lines, lines.length * 0.95, isPath) &&
    holdsForMost(lines, lines.length * 0.6, line => line.includes('/') && isPath(line))
  )
}

function pieces(text: string, _source: Source): readonly Piece[] {
  const lines = text.split('\n')
  const sample = lines.slice(0, 200)
  const parts: Part[] = countOf(sample, isBranch) * 3 >= sample.length ? treeParts(lines) : mixedParts(lines)
  return piecesOf(lines, parts)
}

/** A line that is no entry: a heading, an error of the program, a total. */
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

function mixedParts(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (longEntry(line) !== undefined) at = longParts(parts, lines, at)
    else if (isPath(line)) at = pathParts(parts, lines, at)
    else {
      parts.push(otherPart(lines, at))
      at += 1
    }
  }
  return parts
}

function longParts(parts: Part[], lines: readonly string[], first: number): number {
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
    statement: `${counted(named.length, 'entry', 'entries')}: ${counted(named.length - folders, 'file')}${bytes}, ${counted(folders, 'folder')}`,
  })
  entries.forEach((entry, index) => {
    const at = first + index
    const isSelf = entry.name === '.' || entry.name === '..'
    const value = isSelf ? 'noise' : entry.isFolder ? 'useful' : 'plain'
    parts.push({ first: at, end: at + 1, value, under: head, statement: shortEntry(entry, lines[at] ?? '') })
  })
  return first + entries.length
}

/** Where `├──`, `└──`, `|--` or `` `-- `` is before a name; -1 where the line is no branch of a tree. */
function branchAt(line: string): number {
  let at = 0
  while (
    at < deepestBranch &&
    '│| \u00a0'.includes(line.charAt(at)) &&
    line.charAt(at) !== '' &&
    !line.startsWith('|--', at)
  )
    at += 1
  return branches.some(branch => line.startsWith(branch, at)) ? at : -1
}

const deepestBranch = 200
const branches: readonly string[] = ['├─', '└─', '|--', '`--', '+--']

function isBranch(line: string): boolean {
  return branchAt(line) >= 0
}

/** One line of `ls -l`: what it is, how large, from when, and its name. */
interface LongEntry {
  readonly isFolder: boolean
  readonly size: number
  readonly date: string
  readonly name: string
}

/** `drwxr-xr-x@ 36 soph  staff  1152 Feb 14 16:39 name`, or with an ISO date. */
const entry =
  /^([-dlcbpsD])[rwxsStT-]{9}[@+.]? +\d+ +\S+ +(?:\S+ +)?(\d+(?:[.,]\d+)?[KMGTP]?|\d+, +\d+) +([A-Z][a-z]{2} +\d{1,2} +(?:\d{1,2}:\d\d(?::\d\d)?|\d{4})|\d{1,2} [A-Z][a-z]{2} +(?:\d{1,2}:\d\d|\d{4})|\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: [+-]\d{4})?)?|\d\d-\d\d \d\d:\d\d) (.+)$/

function longEntry(line: string): LongEntry | undefined {
  if (line.length > 600) return undefined
  const found = entry.exec(line)
  if (found === null) return undefined
  const [, mark, size = '0', date = '', name = ''] = found
  return { isFolder: mark === 'd', size: Number(size), date: date.replace(/ +/g, ' '), name }
}

/** What a reader needs of it: the rest is the same in most lines. */
function shortEntry({ isFolder, size, date, name }: LongEntry, line: string): string {
  const isProgram = !isFolder && line.charAt(3) === 'x'
  const length = isFolder || Number.isNaN(size) ? '' : ` ${size}`
  return `${name}${isFolder && !name.endsWith('/') ? '/' : isProgram && !name.endsWith('*') ? '*' : ''}${length} ${date}`
}
