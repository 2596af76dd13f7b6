/** Whether a line of output reports an error or a warning, in whichever words. */

export type Severity = 'error' | 'warning'

/** How much of a line is looked at. */
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
