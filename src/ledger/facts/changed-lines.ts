/** What an edit changes line by line: the lines that only one side has, new ones first. Linear. */
import { lineKey } from '../../scan/actions/edit-lines.ts'
import { onlyHere } from '../../scan/actions/only-here.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'

export const maxLines = 40
const maxLineLength = 240

/** The lines that only one side has, however they are indented. */
export interface ChangedLines {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function changedLines(removed: string, added: string): ChangedLines {
  const before = linesOf(removed)
  const after = linesOf(added)
  const keyOfLine = lineKey(before.map(bareOf), after.map(bareOf))
  const keyOf = ({ bare }: ChangedLine): string => keyOfLine(bare)
  return {
    added: onlyHere(after, before, keyOf).map(({ line }) => line),
    removed: onlyHere(before, after, keyOf).map(({ line }) => line),
  }
}

/** With `+` and `-` in front, new lines first. */
export function signedLines({ added, removed }: ChangedLines): readonly string[] {
  return boundedLines([...added.map(line => `+${line}`), ...removed.map(line => `-${line}`)])
}

/** If there are too many lines: the first added ones, and some of the removed ones. */
export function boundedLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines.map(cut)
  const removed = lines.filter(line => line.startsWith('-')).slice(0, maxLines / 4)
  const added = lines.filter(line => line.startsWith('+')).slice(0, maxLines - removed.length)
  return [...added, ...removed].map(cut)
}

function cut(line: string): string {
  return graphemeCut(line, maxLineLength)
}

/** Lines with content: a lone bracket has none. */
function linesOf(text: string): readonly ChangedLine[] {
  if (text === '') return []
  const lines: ChangedLine[] = []
  for (const line of text.split('\n')) {
    const bare = line.trim()
    if (says(bare)) lines.push({ line, bare })
  }
  return lines
}

const letter = lazyPattern(String.raw`[\p{L}\p{N}]`, 'u')

/** Most lines have a letter of ASCII, and finding one takes a fraction of the time of a pattern. */
function says(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit >= 0x80) return letter().test(line)
    const small = unit | 0x20
    if ((small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39)) return true
  }
  return false
}

interface ChangedLine {
  readonly line: string
  /** However it is indented. */
  readonly bare: string
}

function bareOf({ bare }: ChangedLine): string {
  return bare
}
