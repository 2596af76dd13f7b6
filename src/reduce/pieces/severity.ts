/** Whether a line of output reports an error or a warning, in any wording. */
import { wordSet } from '../../scan/vocabulary/word-set.ts'

export type Severity = 'error' | 'warning'

/** How many characters of a line are read. */
const maxScanned = 4000

/** Not part of a path, an option or a name, and not `0 errors`. */
const before = '(?<![\\w./\\\\@-])(?<!\\b(?:0|no|without|zero) )'
/** Not `errors: 0`, `error.ts`, `error-handling`. */
const after =
  '(?![\\w/]|\\.\\w|-\\w|["\']?(?:[:=] ?|\\()["\']?(?:0|null|nil|none|false|undefined|\\[\\])(?:[^\\w.]|$))'

const errorWords = [
  'errors?|err!|fatal|panic(?:ked)?|exceptions?|traceback|critical|severe|segfault|segmentation fault|core dumped',
  'fail|fails|failed|failing|failures?|denied|refused|rejected|abort(?:ed|ing)|crash(?:ed)?|killed|oomkilled',
  'timed out|deadline exceeded|unreachable|unhandled|uncaught|unauthorized|forbidden|not recognized|unresolved',
  "not found|no such file|cannot|can't|could not|couldn't|unable to|undefined reference|out of memory|broken pipe",
  'connection reset|undefined:|not defined|does not exist|invalid|conflict',
].join('|')
const warningWords = 'warn|warnings?|deprecated|deprecation|vulnerabilit(?:y|ies)|caution'

const error = new RegExp(`${before}(?:${errorWords})${after}`, 'i')
/** `TypeError`, `java.io.IOException`; and the marks of test runners and linters. */
const errorSign = /[a-z](?:Error|Exception)(?![\w(/]|\.\w)|[✗✖✘❌]|(?:^|\s)×\s/
const warning = new RegExp(`${before}(?:${warningWords})${after}|⚠`, 'i')

export function severityOf(line: string): Severity | undefined {
  const look = line.length > maxScanned ? line.slice(0, maxScanned) : line
  if (error.test(look) || errorSign.test(look)) return 'error'
  return warning.test(look) ? 'warning' : undefined
}

/** States that report a failure or a warning, as values of a record, a cell or a field. */
const badStatuses = wordSet(
  `err error errored fatal fail failed failure failing critical crit panic severe timed_out timeout cancelled
   crashloopbackoff oomkilled unhealthy warn warning evicted imagepullbackoff`,
)

/** `failed`, `CrashLoopBackOff`: a state that is a failure or a warning. */
export function isBadStatus(value: string): boolean {
  return value.length < 30 && badStatuses.has(value.toLowerCase())
}

const maxStartLength = 60

/** A word in capitals, or the beginning of a message: further on, prose may mention errors. */
export function beginsBadly(value: string): boolean {
  const start = value.slice(0, maxStartLength)
  return (
    /\b(?:FATAL|ERROR|PANIC|CRITICAL|FAILED|FAILURE)(?!\w)/.test(start) ||
    (/^(?:\w{1,50}(?:Error|Exception)|error|fatal|panic|failed|traceback|uncaught)(?!\w)/i.test(start) &&
      severityOf(start) === 'error')
  )
}
