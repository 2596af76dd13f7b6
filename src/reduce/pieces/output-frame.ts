/** What shells, task runners and containers add around and before the lines of a program. */
import { matchesAt } from '../../scan/matches-at.ts'
import type { PieceValue } from './piece.ts'

/** `[test:ci] `, `@scope/core build: `, `api-1  | `, `web.1     | `, `[pod/api-7f/app] ` */
const prefix =
  /(\[(?!(?:info|warn|warning|error|debug|trace|fatal)\])[a-z][\w:./-]{0,80}\] |@?[\w./-]{1,40} (?:build|test|typecheck|lint|check|dev|start): |[a-z][\w.-]{0,60} {0,30}\| ){1,2}/y

const openBracket = 0x5b

/** How many characters a runner put before a line. */
export function prefixLength(line: string): number {
  // Most lines need no further test.
  if (line.charCodeAt(0) !== openBracket && !line.includes(': ') && !line.includes('| ')) return 0
  prefix.lastIndex = 0
  return prefix.test(line) ? prefix.lastIndex : 0
}

const outcome =
  /(Error: )?(?:(Command |Process |\w+: )?[Ee]xit(?:ed)?(?: with)?( code| status)?:? ?-?\d|Process exited|exit status \d|<returncode>|error: script ".{0,80}" (?:exited|was terminated))/y
/** After the name of the program that ran. */
const lateOutcome = /(?:Error: )?(?:.{0,60}ERROR task failed|.{0,80}Exited with code -?\d)/y
const around =
  /(?:Wall time:|Output:$|Total output lines:|Original token count:|Process running with|Chunk ID:|Shell cwd was reset|OBSERVATION:$|<\/?(?:output|stdout|stderr|persisted-output)>$)/y
const left =
  /\W{0,4}(?:\d+ (?:more )?lines (?:truncated|omitted)|Warning: truncated output|Output too large)/y

/** What few lines match. */
const framed = new RegExp([outcome, around, left].map(({ source }) => source).join('|'), 'y')

/** The value of a line that the shell adds around an output; `undefined` for a line of the output itself. */
export function frameValue(line: string): PieceValue | undefined {
  const isFramed = matchesAt(framed, line)
  if (isFramed && matchesAt(outcome, line)) return 'key'
  if ((line.includes('ERROR task') || line.includes('Exited with')) && matchesAt(lateOutcome, line))
    return 'key'
  if (!isFramed) return undefined
  return matchesAt(around, line) ? 'noise' : 'useful'
}
