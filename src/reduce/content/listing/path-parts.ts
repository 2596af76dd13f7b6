/** Paths that follow each other: what they are in all, then by folder. */
import type { Part } from '../parts.ts'

/** No more spaces than a name may have, and nothing that prose or code would hold. */
const pathLike = /^(?:[A-Za-z]:\\)?[^\s:"'`<>|;,=(){}*?!$][^:"'`<>|;,=(){}*?!$]*$/

export function isPath(line: string): boolean {
  if (line.length > 400 || line === '' || !pathLike.test(line)) return false
  const space = line.indexOf(' ')
  return space < 0 || (!line.startsWith(' ') && line.split(' ').length <= 3 && /[./]/.test(line))
}

export function folderLength(line: string): number {
  return isPath(line) ? line.lastIndexOf('/') + 1 : 0
}

/** Names of one folder in one statement. */
const maxNames = 8
const fewestSummed = 4

export function pathParts(parts: Part[], lines: readonly string[], first: number): number {
  let end = first
  while (end < lines.length && isPath(lines[end] ?? '')) end += 1
  const paths = lines.slice(first, end)
  if (paths.length >= fewestSummed)
    parts.push({ first, end: first, value: 'key', statement: pathFacts(paths) })
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
  const value = isTheirs.test(folder) ? 'noise' : 'plain'
  if (end - first === 1) {
    parts.push({ first, end, value })
    return
  }
  const isOne = end - first <= maxNames
  const head = parts.length
  if (folder !== '' && !isOne)
    parts.push({
      first,
      end: first,
      value: value === 'noise' ? 'plain' : 'useful',
      statement: `${folder}: ${end - first}`,
    })
  for (let at = first; at < end; at += maxNames) {
    const stop = Math.min(end, at + maxNames)
    const names = lines.slice(at, stop).map(line => line.slice(folder.length))
    parts.push({
      first: at,
      end: stop,
      value,
      statement: `${folder !== '' && isOne ? `${folder}: ` : ''}${names.join('  ')}`,
      ...(folder !== '' && !isOne && { under: head }),
    })
  }
}

/** What others wrote, or a program keeps for itself. */
const isTheirs = /(?:^|\/)(?:node_modules|\.git|__pycache__|\.venv|site-packages|\.next|\.cache)\//

const mostKinds = 6
const mostFolders = 10

/** `412 paths: 300 .ts, 40 .md, 72 others; packages/core 120, apps/cli 80, 30 folders more` */
function pathFacts(paths: readonly string[]): string {
  const kinds = new Map<string, number>()
  const folders = new Map<string, number>()
  const common = commonFolder(paths)
  for (const path of paths) {
    add(kinds, extensionOf(path))
    add(folders, topFolder(path.slice(common.length)))
  }
  const said = [
    `${paths.length} paths${common === '' ? '' : ` in ${common}`}${kinds.size > 1 ? `: ${topOf(kinds, mostKinds, 'others')}` : ''}`,
  ]
  if (folders.size > 1) said.push(topOf(folders, mostFolders, 'in other folders'))
  return said.join('; ')
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function topOf(counts: ReadonlyMap<string, number>, most: number, rest: string): string {
  const sorted = [...counts].sort(([one, a], [two, b]) => b - a || (one < two ? -1 : 1))
  const shown = sorted.slice(0, most).map(([name, count]) => `${count} ${name}`)
  const others = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0)
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

function commonFolder(paths: readonly string[]): string {
  let common = paths[0] ?? ''
  for (const path of paths) {
    let same = 0
    while (same < common.length && common.charCodeAt(same) === path.charCodeAt(same)) same += 1
    common = common.slice(0, same)
  }
  return common.slice(0, common.lastIndexOf('/') + 1)
}
