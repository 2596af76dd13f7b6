/** How a command is shown, and what distinguishes it from others that are shown alike. */
import { commandStart } from '../../scan/actions/describe-call.ts'
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { hashText } from '../../tokens/hash.ts'
import type { Fact } from '../ledger.ts'

/** Maximum length, without the directory that it is run in. */
const maxLength = 160
/** So much of a command identifies it. */
const minBeginningLength = 20
/** The line or the script continues. */
const lineMark = ' …'
export const scriptMark = '\n…'

/** The first line, in one space between words; a script shows how it begins. */
export function shownCommand(command: string): string {
  const script = commandStart(command).trimEnd()
  const lineEnd = script.indexOf('\n')
  const line = inOneSpace(lineEnd < 0 ? script : script.slice(0, lineEnd)).trim()
  const maxEnd = maxLength + (/^cd [^&;|]{1,120}&& /.exec(line)?.[0].length ?? 0)
  const quote = line.indexOf('`')
  const end = quote >= minBeginningLength ? Math.min(quote, maxEnd) : maxEnd
  const shown = graphemeCut(line, end).trimEnd()
  if (shown.length < line.length) return `${shown}${lineMark}`
  return lineEnd >= 0 ? `${shown}${scriptMark}` : shown
}

function inOneSpace(line: string): string {
  return /[\t\r]| {2}/.test(line) ? line.replace(/[ \t\r]+/g, ' ') : line
}

export function isCutCommand(shown: string): boolean {
  return shown.endsWith(lineMark) || shown.endsWith(scriptMark)
}

const maxKeyLength = 300

/** What else distinguishes a command from others that begin alike; empty where all of it is shown. */
export function wholeCommand(command: string, shown: string, key: string): { readonly whole?: string } {
  if (!isCutCommand(shown)) return {}
  // What a script is fed with is part of it.
  const script = command.includes('\n') ? ` #${hashText(command.trim()).slice(0, 12)}` : ''
  return { whole: key.length <= maxKeyLength ? `${key}${script}` : hashText(command) }
}

/** The same for every command that checks the same thing. */
export function checkOf({ about, whole, turn }: Fact): string {
  if (whole !== undefined) return whole
  // Nothing is known of the rest: it is like no other.
  return isCutCommand(about) ? `${about} ${turn}` : readCheck(about).key
}
