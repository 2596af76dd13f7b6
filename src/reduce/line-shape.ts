/** What one line of a tool's output is: a place in a file, a list item, a status, an entry of a log. */
import { lazily } from '../tokens/lazily.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'

type LineStatus = 'error' | 'warning' | 'passed' | 'skipped' | 'info'

export interface LineShape {
  /** A line that follows a pattern, unlike prose. */
  readonly isStructural: boolean
  /** It begins with a time: an entry of a log. */
  readonly isTimed: boolean
  /** The word or sign at its start, or after a time or a place: `FAIL`, `✓`. */
  readonly label: string | undefined
  readonly status: LineStatus | undefined
  /** It reports a failure, in any wording. */
  readonly isError: boolean
  /** The file it refers to: `src/a.ts` in `src/a.ts:42: …`. */
  readonly file: string | undefined
  /** The line without its time, for comparing lines. */
  readonly message: string
  /** The part of the message that is read. */
  readonly look: string
}

/** How many characters of a line are read. */
const maxScanned = 400

const statuses: readonly (readonly [LineStatus, string])[] = [
  [
    'error',
    'ERROR ERR FATAL CRITICAL CRIT SEVERE PANIC ALERT EMERGENCY EXCEPTION FAIL FAILED FAILURE ✗ ✖ ✘ × ❌',
  ],
  ['warning', 'WARN WARNING ⚠'],
  ['passed', 'PASS PASSED OK SUCCESS ✓ ✔ √ ✅'],
  ['skipped', 'SKIP SKIPPED PENDING'],
  ['info', 'INFO NOTICE DEBUG TRACE VERBOSE'],
]
const statusOf: ReadonlyMap<string, LineStatus> = new Map(
  statuses.flatMap(([status, labels]) => labels.split(' ').map(label => [label, status] as const)),
)
const words = [...statusOf.keys()].filter(label => /^[A-Z]/.test(label)).join('|')
const marks = [...statusOf.keys()].filter(label => !/^[A-Z]/.test(label)).join('')

/** `2026-03-01T10:00:00.123Z`, `[10:00:00]`, `Mar  1 10:00:00` */
const timestamp =
  /^[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d(?:[T _]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)[\])]?[ \t,|:-]{0,3}/
/** `ERROR`, `[WARN]`, `--- FAIL:`, `✓` */
const leading = lazily(
  () => new RegExp(`^(?:[-=*>#]{1,4} ?)?(?:[[(<"]?(${words})(?![\\p{L}\\d_])|([${marks}]))`, 'u'),
)
/** `(pass) …`, `[info] …`, and `ok` as test runners write it. */
const smallLabel =
  /^(?:[[(](error|fail|failed|warn|warning|pass|passed|ok|skip|skipped|info|debug)[\])]|(ok)(?:\t| {2}| \d))/
/** After the name of a program or a thread: `api[12]: ERROR …`, `main INFO …` */
const level = lazily(
  () =>
    new RegExp(
      `^[^\\s:]{0,60}[ \\t:|[(]{1,3}(?:[^\\s]{1,60}[ \\t]{1,3})?[[(<]?(${words})(?![\\p{L}\\d_])`,
      'u',
    ),
)
/** As compilers, shells, test runners and stack traces write it. */
const spokenError =
  /^(?:(uncaught |unhandled )?(?:error|fatal|panic|exception|critical)( [\w-]{1,20})?(?:\[\w{1,10}\])?:|not ok\b|traceback \(most|exception in thread|caused by: |thread '[^']{1,60}' panicked|npm (?:err!|error)|segmentation fault|E {2,8}\S|● .{1,200} › |exit(ed)? (?:code|status|with code)[ :=]{0,2}[1-9])/i
const spokenWarning = /^(warning)(?:\[\w{1,20}\])?:/i
const errorClass = /^(?:[\w$]{1,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception)(?:\b|:)/
/** A colon or bracket before a digit, which every place in a file has: most lines have none. */
const place = /[:(]\d/
/** After the place: `src/a.ts:3:7: error: …`, `a.ts(3,7): error TS2345` */
const placedError =
  /(?::\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\))[ :-]{1,4}(?:fatal )?(error|warning)\b/i
/** Further inside a line, only words in capitals count. */
const innerError = /(?:^|[\s[(|])(?:ERROR|FATAL|FAILED|FAIL|CRITICAL|PANIC|SEVERE)(?=$|[\s\]:)|!,.])/
/** `src/a.ts:42: …`, `a.ts(3,7): …` */
const fileLine =
  /^[ \t]{0,8}((?:[\w./-]{1,100}:)?[\w.@~+\-/\\()[\]]{0,200}\.[A-Za-z]\w{0,9})(?::\d{1,7}(?=[:\s,-]|$)|\(\d{1,7},\d{1,7}\))/
/** A message of a compiler without a severity: `a.go:4:2: value declared and not used`; searches print no space there. */
const diagnostic = /^[\w.@~+\-/\\()[\]]{1,200}:\d{1,7}:\d{1,7}: (?!note|info|remark|hint)\S/
const bullet = /^[ \t]{0,40}(?:[-*+•◦▪]|\d{1,4}[.)])[ \t]/
const keyValue = lazyPattern(
  String.raw`^[ \t]{0,40}[\p{L}_"'[][\p{L}\p{N}_ ./"'[\]()-]{0,48}:(?: |\t|$)`,
  'u',
)
const tally =
  /(?:^|[\s:,(])\d{1,9} (?:passed|passing|failed|failing|failures?|errors?|skipped|warnings?|tests?|examples?|files? changed|vulnerabilities|problems?)(?!\w)|\bexit(ed)? (?:code|status|with)(?!\w)/i

export function lineShape(line: string): LineShape {
  const look = line.slice(0, maxScanned)
  const bare = look.trimStart()
  const message = isIn(timeStarts, bare) ? bare.replace(timestamp, '') : bare
  const isTimed = message.length < bare.length
  const hasPlace = place.test(look)
  const label = labelOf(message, isTimed, hasPlace)
  const status = label === undefined ? undefined : statusOf.get(label.toUpperCase())
  const file = hasPlace ? fileLine.exec(look)?.[1] : undefined
  const isError =
    status === 'error' ||
    (status === undefined && (speaksOfError(message) || (hasPlace && diagnostic.test(message))))
  return {
    isStructural: label !== undefined || isError || isTimed || file !== undefined || hasPattern(look),
    isTimed,
    label,
    status,
    isError,
    file,
    message: line.trim().slice(bare.length - message.length),
    look: message,
  }
}

/** A result for the whole: `Tests: 2 failed, 40 passed`, `exit code 1`. */
export function isTally({ look }: LineShape): boolean {
  return tally.test(look)
}

function labelOf(message: string, isTimed: boolean, hasPlace: boolean): string | undefined {
  const found =
    (isIn(plainStarts, message) ? null : leading().exec(message)) ??
    (isIn(smallStarts, message) ? smallLabel.exec(message) : null) ??
    (isTimed ? level().exec(message) : null)
  return (
    found?.[1] ??
    found?.[2] ??
    spokenWarning.exec(message)?.[1] ??
    (hasPlace ? placedError.exec(message)?.[1] : undefined)
  )
}

/** First characters of a time and of a small label, and those that no label in capitals has: most lines need no further test. */
const timeStarts = startsOf('0123456789[(ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const smallStarts = startsOf('[(o')
const plainStarts = startsOf("abcdefghijklmnopqrstuvwxyz0123456789./_@'`$")

function startsOf(characters: string): Uint8Array {
  const starts = new Uint8Array(0x80)
  for (const character of characters) starts[character.charCodeAt(0)] = 1
  return starts
}

function isIn(starts: Uint8Array, text: string): boolean {
  return starts[text.charCodeAt(0)] === 1
}

/** Whether a line, or a sentence, reports an error explicitly. */
export function speaksOfError(message: string): boolean {
  const look = message.slice(0, maxScanned)
  return spokenError.test(look) || errorClass.test(look) || innerError.test(look)
}

function hasPattern(look: string): boolean {
  return bullet.test(look) || keyValue(look).test(look)
}
