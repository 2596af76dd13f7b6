/** What an edit changes line by line: the lines that only one side has, new ones first. Linear. */
import { onlyHere } from '../../scan/actions/edit-lines.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'

const maxLines = 40
const longestLine = 240

export function changedLines(removed: string, added: string): readonly string[] {
  const before = linesOf(removed)
  const after = linesOf(added)
  return boundedLines([
    ...onlyHere(after, before, bareOf).map(({ line }) => `+${line}`),
    ...onlyHere(before, after, bareOf).map(({ line }) => `-${line}`),
  ])
}

/** All lines that only the new side has. */
export function addedLines(removed: string, added: string): readonly string[] {
  return onlyHere(linesOf(added), linesOf(removed), bareOf).map(({ line }) => line)
}

/** Of too many the first new ones, and some of those that went. */
export function boundedLines(lines: readonly string[]): readonly string[] {
  const cut = lines.map(line => graphemeCut(line, longestLine))
  if (cut.length <= maxLines) return cut
  const removed = cut.filter(line => line.startsWith('-')).slice(0, maxLines / 4)
  const added = cut.filter(line => line.startsWith('+')).slice(0, maxLines - removed.length)
  return [...added, ...removed]
}

/** Lines that say something: a bracket alone says nothing without the lines around it. */
function linesOf(text: string): readonly ChangedLine[] {
  if (text === '') return []
  const lines: ChangedLine[] = []
  for (const line of text.split('\n')) if (says.test(line)) lines.push({ line, bare: line.trim() })
  return lines
}

const says = /[a-zA-Z0-9]|[\p{L}\p{N}]/u

interface ChangedLine {
  readonly line: string
  /** However it is indented. */
  readonly bare: string
}

function bareOf({ bare }: ChangedLine): string {
  return bare
}
