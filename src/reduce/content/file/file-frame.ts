/** What tools print before and behind the lines of a file. */
import { frameValue } from '../output-frame.ts'
import type { Part } from '../parts.ts'
import { isBlankLine } from '../parts.ts'

/** `Here's the result of running `cat -n` on /a/b.ts:`, `[File: /a/b.ts (42 lines total)]`, `<path>/a/b.ts</path>` */
const namedFile =
  /(?:`cat -n` on (?:a snippet of )?|^\[File: |<path>|<file path="|^The file )([^\s<>"`[\]()]{1,400}?)(?::?\s{0,4}$|[\s<>"()])/

/** The path that a line before the file names. */
export function pathInFrame(lines: readonly string[], end: number): string | undefined {
  for (let at = 0; at < Math.min(end, 12); at += 1) {
    const path = namedFile.exec((lines[at] as string).slice(0, 500))?.[1]
    if (path !== undefined) return path
  }
  return undefined
}

export function frameParts(lines: readonly string[], from: number, to: number): readonly Part[] {
  const parts: Part[] = []
  let isReminder = false
  for (let first = from; first < to; first += 1) {
    const line = lines[first] as string
    if (line.startsWith('<system-reminder>')) isReminder = true
    const value = isReminder || isBlankLine(line) ? 'noise' : (frameValue(line) ?? 'useful')
    parts.push({ first, end: first + 1, value })
    if (line.endsWith('</system-reminder>')) isReminder = false
  }
  return parts
}

const maxFrameLines = 10

/** How many lines at the head of an output without numbers are the shell's own. */
export function frameHeadEnd(lines: readonly string[]): number {
  let end = 0
  while (end < Math.min(lines.length, maxFrameLines) && frameValue(lines[end] as string) !== undefined)
    end += 1
  return end
}

const maxReminderLength = 60

/** Where a reminder begins that the agent's harness put behind the file. */
export function reminderStart(lines: readonly string[]): number {
  const from = Math.max(0, lines.length - maxReminderLength)
  for (let at = from; at < lines.length; at += 1)
    if ((lines[at] as string).startsWith('<system-reminder>')) return at
  return lines.length
}
