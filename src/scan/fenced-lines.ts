/** The fenced code blocks of a text by the numbers of their lines. */
import { fences } from './fences.ts'

export interface FencedLines {
  readonly first: number
  /** The position after the closing line, if there is one. */
  readonly end: number
  readonly info: string
  readonly closed: boolean
}

/** Those from line `from` on. */
export function fencedLines(all: readonly string[], from = 0): readonly FencedLines[] {
  const lines = from === 0 ? all : all.slice(from)
  if (!lines.some(line => line.includes('```') || line.includes('~~~'))) return []
  let line = 0
  let offset = 0
  const lineAt = (position: number): number => {
    while (line < lines.length && offset < position) {
      offset += (lines[line] as string).length + 1
      line += 1
    }
    return line
  }
  return fences(lines.join('\n')).map(({ start, end, info, closed }) => ({
    first: from + lineAt(start),
    end: from + lineAt(end),
    info,
    closed,
  }))
}

/** The numbers of the lines that are in one, with those that open and close it. */
export function linesInFences(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { first, end } of fencedLines(lines)) for (let at = first; at < end; at += 1) found.add(at)
  return found
}
