/** `git status`, long and short: how many files are in which state, then which. */
import type { PieceValue } from '../content.ts'
import type { Part } from '../parts.ts'

const section =
  /^(?:Changes to be committed|Changes not staged for commit|Changed but not updated|Untracked files|Ignored files|Unmerged paths):$/
/** `\tmodified:   src/a.ts`, `\tboth modified:   src/a.ts`, `\tsrc/new.ts` below untracked files. */
const longEntry =
  /^\t(?:((?:both|added by|deleted by)? ?(?:modified|deleted|added|new file|renamed|copied|typechange|us|them)):\s{1,12})?(\S.*)$/
/** ` M src/a.ts`, `?? src/`, `R  a -> b` */
const shortEntry = /^([ MTADRCU?!]{2}) (\S.*)$/

export function isStatusLine(line: string): boolean {
  return (
    section.test(line) ||
    longEntry.test(line) ||
    isShortEntry(line) ||
    /^(?:On branch |HEAD detached |## )/.test(line)
  )
}

export function isShortEntry(line: string): boolean {
  return shortEntry.test(line) && !line.startsWith('   ')
}

/** The part of a section, and all entries below it; returns the index after them. */
export function longSection(parts: Part[], lines: readonly string[], first: number): number {
  let end = first + 1
  const counts = new Map<string, number>()
  let entries = 0
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const found = longEntry.exec(line)
    if (found === null) {
      if (/^ {2}\(/.test(line) || (line === '' && longEntry.test(lines[end + 1] ?? ''))) continue
      break
    }
    entries += 1
    const state = found[1] ?? 'untracked'
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const kinds = [...counts].map(([state, count]) => `${count} ${state}`).join(', ')
  const head = parts.length
  parts.push({ first, end: first + 1, value: 'key', statement: `${lines[first]} ${entries} (${kinds})` })
  for (let at = first + 1; at < end; )
    at = folderRun(parts, lines, { at, end, value: entryValue(lines[at] ?? ''), under: head })
  return end
}

export function isSection(line: string): boolean {
  return section.test(line)
}

function entryValue(line: string): PieceValue {
  const state = longEntry.exec(line)
  if (state === null) return 'noise'
  return /both|by us|by them|deleted/.test(state[1] ?? '') ? 'key' : 'plain'
}

const names: Readonly<Record<string, string>> = {
  M: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type changed',
  U: 'unmerged',
  '?': 'untracked',
  '!': 'ignored',
}

const maxNames = 8

/** Entries of the short form that follow each other; returns the index after them. */
export function shortEntries(parts: Part[], lines: readonly string[], first: number): number {
  let end = first
  const counts = new Map<string, number>()
  for (; end < lines.length; end += 1) {
    const code = shortEntry.exec(lines[end] ?? '')?.[1]
    if (code === undefined) break
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const head = parts.length
  const kinds = [...counts].map(([code, count]) => `${count} ${stateOf(code)}`).join(', ')
  if (end - first > 1)
    parts.push({ first, end: first, value: 'key', statement: `${end - first} entries: ${kinds}` })
  for (let at = first; at < end; ) {
    const value = /^(?:U.|.U|AA|DD)/.test(lines[at] ?? '') ? 'key' : 'plain'
    at = folderRun(parts, lines, { at, end, value, under: end - first > 1 ? head : undefined })
  }
  return end
}

interface Run {
  readonly at: number
  readonly end: number
  readonly value: PieceValue
  readonly under: number | undefined
}

/** Entries of one state in one folder, as one statement; returns the index after them. */
function folderRun(parts: Part[], lines: readonly string[], { at, end, value, under }: Run): number {
  const line = lines[at] ?? ''
  const folder = line.slice(0, line.lastIndexOf('/') + 1)
  let last = at + 1
  while (
    folder !== '' &&
    value === 'plain' &&
    last < end &&
    last - at < maxNames &&
    lines[last]?.startsWith(folder) === true &&
    lines[last]?.lastIndexOf('/') === folder.length - 1
  )
    last += 1
  const names = lines.slice(at, last).map(each => each.slice(folder.length))
  parts.push({
    first: at,
    end: last,
    value,
    ...(names.length > 1 && { statement: `${folder.trimStart()}: ${names.join('  ')}` }),
    ...(under !== undefined && { under }),
  })
  return last
}

/** ` M` is modified, `M ` modified and staged. */
function stateOf(code: string): string {
  const [staged = ' ', here = ' '] = code
  if (code === '??' || code === '!!') return names[staged] ?? code
  if (staged === 'U' || here === 'U' || code === 'AA' || code === 'DD') return `unmerged (${code})`
  const said = [
    staged === ' ' ? '' : `${names[staged]} and staged`,
    here === ' ' ? '' : (names[here] ?? code),
  ]
  return said.filter(text => text !== '').join(', then ')
}
