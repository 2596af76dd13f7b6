/** What one line of a tool's output is: a place in a file, a list item, a status, an entry of a log. */

/** As it is counted: `2 FAIL, 40 PASS`. */
export type LineStatus = 'ERROR' | 'FAIL' | 'WARN' | 'PASS' | 'SKIP' | 'INFO' | 'DEBUG'

export interface LineShape {
  /** A line that follows a pattern, as prose does not. */
  readonly isStructural: boolean
  /** It begins with a time: an entry of a log. */
  readonly isTimed: boolean
  /** The status it writes down: at its start, or behind a time or a place. */
  readonly status: LineStatus | undefined
  /** It reports a failure, in whichever words. */
  readonly isError: boolean
  /** A result for the whole: `Tests: 2 failed, 40 passed`, `exit code 1`. */
  readonly isTally: boolean
  /** The file it speaks of: `src/a.ts` in `src/a.ts:42: …`. */
  readonly file: string | undefined
  /** The line without the time in front of it: what makes it equal to another. */
  readonly message: string
}

/** How much of a line is looked at. */
const longestLook = 400

const statuses: readonly (readonly [LineStatus, readonly string[]])[] = [
  [
    'ERROR',
    ['ERROR', 'ERR', 'FATAL', 'CRITICAL', 'CRIT', 'SEVERE', 'PANIC', 'ALERT', 'EMERGENCY', 'EXCEPTION'],
  ],
  ['FAIL', ['FAIL', 'FAILED', 'FAILURE', '✗', '✖', '✘', '×', '❌']],
  ['WARN', ['WARN', 'WARNING', '⚠']],
  ['PASS', ['PASS', 'PASSED', 'OK', 'SUCCESS', '✓', '✔', '√', '✅']],
  ['SKIP', ['SKIP', 'SKIPPED', 'PENDING']],
  ['INFO', ['INFO', 'NOTICE']],
  ['DEBUG', ['DEBUG', 'TRACE', 'VERBOSE']],
]
const statusOf: ReadonlyMap<string, LineStatus> = new Map(
  statuses.flatMap(([status, labels]) => labels.map(label => [label, status] as const)),
)
const words = [...statusOf.keys()].filter(label => /^[A-Z]/.test(label)).join('|')
const marks = [...statusOf.keys()].filter(label => !/^[A-Z]/.test(label)).join('')

/** `2026-03-01T10:00:00.123Z`, `[10:00:00]`, `Mar  1 10:00:00`, `I0301 10:00:00` */
const timestamp =
  /^[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d(?:[T _]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)[\])]?[ \t,|:-]{0,3}/
/** `ERROR`, `[WARN]`, `--- FAIL:`, `✓` */
const leading = new RegExp(`^(?:[-=*>#]{1,4} ?)?(?:[[(<"]?(${words})(?![\\p{L}\\d_])|([${marks}]))`, 'u')
/** Behind the name of a program or a thread: `api[12]: ERROR …`, `main INFO …` */
const level = new RegExp(
  `^[^\\s:]{0,60}[ \\t:|[(]{1,3}(?:[^\\s]{1,60}[ \\t]{1,3})?[[(<]?(${words})(?![\\p{L}\\d_])`,
  'u',
)
/** As compilers, shells, test runners and stack traces write it. */
const spokenError =
  /^(?:(?:uncaught |unhandled )?(?:error|fatal|panic|exception|critical)(?: [\w-]{1,20})?(?:\[\w{1,10}\])?:|not ok\b|traceback \(most|exception in thread|caused by: |thread '[^']{1,60}' panicked|npm (?:err!|error)|segmentation fault|E {2,8}\S|● .{1,200} › |exit(?:ed)? (?:code|status|with code)[ :=]{0,2}[1-9])/i
const spokenWarning = /^warning(?:\[\w{1,20}\])?:/i
const errorClass = /^(?:[\w$]{1,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception)(?:\b|:)/
/** Behind the place: `src/a.ts:3:7: error: …`, `a.ts(3,7): error TS2345` */
const placedError =
  /(?::\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\))[ :-]{1,4}(fatal error|error|warning)\b/i
/** Further inside, only what is shouted counts. */
const innerError = /(?:^|[\s[(|])(?:ERROR|FATAL|FAILED|FAIL|CRITICAL|PANIC|SEVERE)(?=$|[\s\]:)|!,.])/
/** `src/a.ts:42: …`, `a.ts(3,7): …` */
const fileLine =
  /^[ \t]{0,8}((?:[A-Za-z]:)?[\w.@~+\-/\\()[\]]{0,200}\.[A-Za-z]\w{0,9})(?::\d{1,7}(?=[:\s,-]|$)|\(\d{1,7},\d{1,7}\))/
const bullet = /^[ \t]{0,40}(?:[-*+•◦▪]|\d{1,4}[.)])[ \t]/
const keyValue = /^[ \t]{0,40}[\p{L}_"'[][\p{L}\p{N}_ ./"'[\]()-]{0,48}:(?: |\t|$)/u
const tally =
  /(?:^|[\s:,(])\d{1,9} (?:passed|passing|failed|failing|failures?|errors?|skipped|warnings?|tests?|examples?|files? changed|vulnerabilities|problems?)\b|\bexit(?:ed)? (?:code|status|with)\b/i

export function lineShape(line: string): LineShape {
  const look = line.slice(0, longestLook)
  const bare = look.trimStart()
  const message = bare.replace(timestamp, '')
  const isTimed = message.length < bare.length
  const status = statusOfMessage(message, isTimed)
  const file = fileLine.exec(look)?.[1]
  const isError =
    status === 'ERROR' ||
    status === 'FAIL' ||
    (status === undefined &&
      (spokenError.test(message) || errorClass.test(message) || innerError.test(message)))
  return {
    isStructural:
      status !== undefined ||
      isError ||
      isTimed ||
      file !== undefined ||
      bullet.test(look) ||
      keyValue.test(look),
    isTimed,
    status,
    isError,
    isTally: tally.test(message),
    file,
    message: line.trim().slice(bare.length - message.length),
  }
}

function statusOfMessage(message: string, isTimed: boolean): LineStatus | undefined {
  const found = leading.exec(message) ?? (isTimed ? level.exec(message) : null)
  const label = found?.[1] ?? found?.[2]
  if (label !== undefined) return statusOf.get(label)
  if (spokenWarning.test(message)) return 'WARN'
  const placed = placedError.exec(message)?.[1]
  if (placed !== undefined) return placed.toLowerCase() === 'warning' ? 'WARN' : 'ERROR'
  return undefined
}
