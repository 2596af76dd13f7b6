/** Paths that follow each other: what they are in all, then by folder. */
import type { Part } from '../parts.ts'
import { pathFacts } from './path-facts.ts'

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
