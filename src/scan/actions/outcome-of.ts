/** How a call ended, from the forms in which agents print it. */
import { rememberedByKey } from '../../tokens/remembered.ts'
import { hasOneOf } from '../has-one-of.ts'
import type { CallResult, Outcome } from './action.ts'
import { isRejection } from './rejection.ts'

export interface Ending {
  readonly outcome: Outcome
  readonly exitCode?: number
}

/** Only the beginning and the end are read: what is between is the output itself. */
const edge = 400

/** Above the output. */
const heading: readonly RegExp[] = [
  /^Exit code:? (-?\d{1,10})\b/,
  /^Process exited with code (-?\d{1,10})$/m,
  /^<returncode>(-?\d{1,10})<\/returncode>/,
  /<exit_code>(-?\d{1,10})<\/exit_code>/,
  /^\{"?exit_?code"?:\s?(-?\d{1,10})\b/i,
]

/** Below the output. */
const closing: readonly RegExp[] = [
  /"exit_?code": ?(-?\d{1,10})[^"]{0,4}(?:"duration[^"]{0,20}": ?[\d.]{1,20})?[}\]\s]{0,8}$/i,
  /(?:completed|finished|exited) with (?:exit )?code:? (-?\d{1,10})[.\])>]{0,3}\s{0,4}$/,
  /\[exit code:? (-?\d{1,10})\]\s{0,4}$/i,
  /^Exit Code: (-?\d{1,10})$/m,
]

const unfinished =
  /^Process running with session ID |^Command (is )?running in (?:the )?background\b|<status>running<\/status>/m

/** What no file begins with: however much of the refused edit follows, it was refused. */
const refusal =
  /^\s{0,4}(?:<tool_use_error>|apply_patch verification failed|Your proposed edit has introduced)/

/** An error is short; a file that begins with the word is not one. */
const maxErrorLength = 2000
const failure =
  /^\s{0,4}(?:<tool_use_error>|<error>|(?:Error|ERROR|error)(?::| executing| reading| writing| while| -)|Could not find|No changes made|No replacement was performed|(?:Path|File|Directory) (?:does not exist|not found)|ENOENT\b|EISDIR\b|EACCES\b|Your proposed edit has introduced|apply_patch verification failed|Failed to |Command timed out|The tool call was interrupted|Permission to use \S{1,60} )/

const requestMark = '[Request interrupted'
const endMarks = [requestMark, 'Command aborted']
/** Somebody stopped it: how it would have ended is not known. */
const interrupted = /^(?:Exit code:? \d{1,3}\s{1,4})?\[Request interrupted by user/

const aborted = /(?:^|\n)(?:Command aborted|\[Request interrupted by user[^\n]{0,80})\s{0,4}$/

export function isInterrupted(answer: string): boolean {
  const head = answer.slice(0, edge)
  const end = answer.slice(-120)
  return (
    (head.includes(requestMark) && interrupted.test(head)) ||
    (hasOneOf(end, endMarks) && aborted.test(end)) ||
    isKilled(head)
  )
}

/** `Successfully killed shell: b3f`, `<status>killed</status>` */
const killed =
  /^(?:\{"message": ?")?Successfully (?:killed shell|stopped task): |(?:^|\n)<status>killed<\/status>/

/** Whether an answer says that a command was ended by force. */
export function isKilled(answer: string): boolean {
  const head = answer.slice(0, edge)
  return hasOneOf(head, ['killed', 'stopped task']) && killed.test(head)
}

/** The outcome of a command that still ran when its result was returned. */
export const stillRunning = 'still running'

/** Whether a command went on when its answer was given: `Process running with session ID 4711`. */
export function isRunning(answer: string): boolean {
  const head = answer.slice(0, edge)
  return head.includes('unning') && unfinished.test(head)
}

const endingOnce = rememberedByKey<Ending>({ minLength: 0, name: 'ending' })
const noResult: Ending = { outcome: 'unknown' }

export function outcomeOf(result: CallResult | undefined): Ending {
  if (result === undefined) return noResult
  return endingOnce(
    result.text,
    () => String(result.isError),
    () => readEnding(result),
  )
}

function readEnding({ text, isError }: CallResult): Ending {
  if (isRejection(text)) return { outcome: 'rejected' }
  if (isInterrupted(text)) return noResult
  const exitCode = exitCodeIn(text)
  if (exitCode !== undefined)
    return { outcome: exitCode === 0 && isError !== true ? 'ok' : 'failed', exitCode }
  if (isError === true) return { outcome: 'failed' }
  if (isRunning(text)) return { outcome: 'unknown' }
  const head = text.slice(0, edge)
  const hasFailed =
    refusal.test(head) ||
    (text.length <= maxErrorLength && (failure.test(head) || /^[[{].{0,2000}"success": ?false/.test(text)))
  if (hasFailed) return { outcome: 'failed' }
  return { outcome: isError === false ? 'ok' : 'finished' }
}

/** In every one of the forms: a quick look before they are tried. */
const namesCode = /code[">:]{0,2}\s?-?\d/i

export function exitCodeIn(text: string): number | undefined {
  return codeIn(text.slice(0, edge), heading) ?? codeIn(text.slice(-edge), closing)
}

function codeIn(text: string, patterns: readonly RegExp[]): number | undefined {
  // Most texts have no such letters, and finding that out takes a tenth of the time of a pattern.
  if (!(text.includes('ode') || text.includes('ODE')) || !namesCode.test(text)) return undefined
  for (const pattern of patterns) {
    const code = pattern.exec(text)?.[1]
    if (code !== undefined) return Number(code)
  }
  return undefined
}
