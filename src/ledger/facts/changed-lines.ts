/** What an edit changes line by line: the lines that only one side has, new ones first. Linear. */

import { onlyHere } from '../../scan/actions/edit-lines.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'

const maxLines = 40
const maxLineLength = 240

/** The lines that only one side has, however they are indented. */
export interface ChangedLines {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function changedLines(removed: string, added: string): ChangedLines {
  const before = linesOf(removed)
  const after = linesOf(added)
  return {
    added: onlyHere(after, before, bareOf).map(({ line }) => line),
    removed: onlyHere(before, after, bareOf).map(({ line }) => line),
  }
}

/** With `+` and `-` in front, new lines first. */
export function signedLines({ added, removed }: ChangedLines): readonly string[] {
  return boundedLines([...added.map(line => `+${line}`), ...removed.map(line => `-${line}`)])
}

/** Of too many the first new ones, and some of those that went. */
export function boundedLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines.map(cut)
  const removed = lines.filter(line => line.startsWith('-')).slice(0, maxLines / 4)
  const added = lines.filter(line => line.startsWith('+')).slice(0, maxLines - removed.length)
  return [...added, ...removed].map(cut)
}

function cut(line: string): string {
  return graphemeCut(line, maxLineLength)
}

/** Lines that say something: a bracket alone says nothing without the lines around it. */
function linesOf(text: string): readonly ChangedLine[] {
  if (text === '') return []
  const lines: ChangedLine[] = []
  for (const line of text.split('\n')) {
    const bare = line.trim()
    if (says().test(bare)) lines.push({ line, bare })
  }
  return lines
}

const says = lazyPattern(String.raw`[a-zA-Z0-9]|[\p{L}\p{N}]`, 'u')

interface ChangedLine {
  readonly line: string
  /** However it is indented. */
  readonly bare: string
}

function bareOf({ bare }: ChangedLine): string {
  return bare
}
