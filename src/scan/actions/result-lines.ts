/** The lines of an output that say how a command came out: counts, verdicts, what it made, the first error. */
import { rememberedByKey } from '../../tokens/remembered.ts'
import { isRunnerTrailer } from '../is-runner-trailer.ts'
import { wordCut } from '../word-cut.ts'
import { foldedErrors } from './folded-errors.ts'
import { statusCount } from './git-status.ts'
import { powershellErrors } from './powershell-errors.ts'
import { failureVerdict, hasSum, resultSums } from './result-sums.ts'
import { terminalLines } from './terminal-lines.ts'
import { withoutTaskNames } from './without-task-names.ts'

const maxLines = 3
/** Lines of a failure: the failed test, and the reason. */
const maxErrors = 2
const maxLength = 240
/** What is read of a long output: its beginning and its end. */
const edge = 3000
const failedEdge = 60_000
/** No output that is longer is shown whole, whatever a host wrote around it. */
const maxShownLength = 1000

/** What hosts write around an output. */
const frame =
  /^(?:Exit code:? -?\d+|Error: Exit code \d+|Process (?:exited|running) with .*|Wall time:.*|Output:|Chunk ID:.*|Total output lines:.*|Original token count:.*|<\/?[\w-]{1,40}>.{0,20}|[-=_*~─━⎯]{3,}|\[exit code.*\]|\((?:Bash completed with )?no output\)|\[The command completed with exit code .*\]|\(Open file: .*\)|\(Current directory: .*\)|bash-\$.*|Command: .*|Directory: .*|(?:Error|Signal|Background PIDs|Process Group PGID|Stderr|Error): \((?:none|empty)\)|Exit Code: -?\d+|Signal: .*|Stdout:|Stderr:)$/

/** The numbers of the lines that hold one. */
function sumsIn(lines: readonly string[]): readonly number[] {
  const found: number[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (line.length > 400) continue
    if (hasSum(line) && !frame.test(line)) found.push(at)
  }
  return found
}

/** A command that a program repeats, a test that begins or passes, a line of a log. */
const echoed = /^(?:[>$+] |=== |--- PASS|ok\s|PASS\b|.{0,200}\b(?:INFO|DEBUG|level=(?:info|debug))(?!\w))/

/** `FAIL` adds nothing to the name of the failed test. */
const verdict = /^(?:FAIL|FAILED)$/
/** `2 issues:`, `Found 3 errors.`: with a place above it, a linter failed, whatever the exit code of the whole. */
const findings = /^(?:Found )?[1-9]\d{0,6} (?:errors?|problems?|issues?)(?:[.:]|$)/
/** `Output: fatal: invalid upstream`, below the error that it explains. */
const explanation =
  /^(?:output|std(?:out|err)|errors?|err|caused by|cause|reason|details?|message|because)\b ?(?::|->|=) ?\S/i

/** src/a.go:12:2: unused variable */
const place = /^\s{0,4}\S{1,200}:\d{1,7}(?::\d{1,5})?:? (?!https?:)\S/

function isPlace(line: string): boolean {
  return place.test(line.slice(0, 400))
}

/** `(revive)`, `no-unused-vars`: linters name the rule there. */
function lastWord(line: string): string {
  return line.slice(line.lastIndexOf(' ') + 1)
}

const nameOfFailed = /^\s{0,16}--- FAIL: |^FAILED \S|^[^\t]{1,200}\tfail\t|^\s?(?:FAIL|[✗✘✕×✖])\s+\S/u

/** The most informative first. */
const errors: readonly RegExp[] = [
  /^(?:\S{1,80}: )?(?:[A-Z]\w{0,60}\.)*[A-Z]\w{0,60}(?:Error|Exception)\b(?::|$| \[)|^(?:error|ERROR|Error)(?:\[\w{1,12}\])?:|\berror(?: TS\d|\[E\d)|: (?:fatal )?error(?:\[\w{1,12}\])?:|^E(?: {3}|: )\S|^panic:|^fatal:|^npm (?:ERR!|error) |^Traceback|^ERROR\b/,
  nameOfFailed,
  place,
  /(?:command not found|No such file or directory|[Pp]ermission denied|timed out|cannot |could not |Could not |unable to |rejected|refused|not found|^(?:\S{1,40}: )?(?:[Uu]nknown|[Ii]nvalid|[Ii]llegal|[Uu]nrecogni[sz]ed|[Uu]nsupported|[Uu]nexpected) )/,
]

/** Exact stretches of lines, how many files a `git status` lists and how many packages passed; empty where the output has no result. `hasFailed`: the first error is among them. `isLookup`: it only shows something, so that no line of it is a verdict. */
export function resultLines(output: string, hasFailed: boolean, isLookup = false): string {
  if (isLookup && output.length > maxShownLength) return ''
  const keyOf = (): string => `${hasFailed} ${isLookup}`
  return linesOnce(output, keyOf, () => readLines(output, hasFailed, isLookup))
}

const linesOnce = rememberedByKey<string>({ name: 'result lines' })

function readLines(output: string, hasFailed: boolean, isLookup: boolean): string {
  const { lines: written, messages } = powershellErrors(
    withoutTaskNames(terminalLines(stretchesOf(output, hasFailed))),
  )
  // A pipe hides the exit code of what failed before it.
  if (!hasFailed && !isLookup && saysFailure(written)) return resultLines(output, true)
  const first = readableLines(written, maxLines + 1)
  const isWhole = output.length <= (hasFailed ? failedEdge : edge)
  if (isWhole && first.length <= maxLines) {
    // A bare value that is printed twice answers two questions: `grep -c x a; grep -c x b`.
    const whole = first.filter((line, at) => !/\s/.test(line) || first.indexOf(line) === at).join('\n')
    if (whole.length <= maxLength) return whole
  }
  if (isLookup) return ''
  // What only shows that all is well is looked for among sums alone.
  const lines = hasFailed ? foldedErrors(readableLines(written)) : written
  const allFailed = hasFailed ? failedTests(lines) : []
  const failed = allFailed.slice(0, maxNamed)
  const chosen = new Set(failed)
  let alike = 0
  if (failed.length > 0 && failed.length < maxNamed) {
    // What makes a test panic is printed where it happens.
    const panics = lines.findIndex(line => line.startsWith('panic: '))
    const reason = reasonOf(failed[0] as number, lines)
    if (panics < 0) alike = reason.alike
    const at = panics >= 0 ? panics : reason.at
    if (at >= 0) chosen.add(at)
  }
  if (hasFailed)
    for (const pattern of errors) {
      if (chosen.size >= maxErrors) break
      // The reason follows the name of what failed.
      const [before = -1] = chosen
      const next = firstOf(lines, pattern, before + 1)
      const found = next >= 0 ? next : firstOf(lines, pattern, 0)
      if (found >= 0) chosen.add(found)
    }
  if (chosen.size === 0 && messages.length > 0) {
    const said = lines.indexOf(messages[0] as string)
    if (said >= 0) chosen.add(said)
  }
  // If a linter names no error, a second place says more than that it failed, most of all one of another rule.
  const [only = -1] = chosen
  if (chosen.size === 1 && isPlace(lines[only] as string)) {
    const kind = lastWord(lines[only] as string)
    const next = firstOf(lines, place, only + 1)
    const other = lines.findIndex(
      (line, at) => at >= next && isPlace(line) && !echoed.test(line) && lastWord(line) !== kind,
    )
    if (next >= 0) chosen.add(other >= 0 ? other : next)
  }
  const says = sumsIn(lines).filter(at => {
    const line = lines[at] as string
    return !hasFailed || !(echoed.test(line) || verdict.test(line))
  })
  const own = says.filter(at => !isRunnerTrailer(lines[at] as string))
  const candidates = chosen.size > 0 || own.length > 0 ? own : says
  const isNamed = Array.from(chosen).some(at => nameOfFailed.test((lines[at] as string).slice(0, 400)))
  let tested = -1
  for (const { start, inside, isDone, isOfTests, isEach } of candidates.length === 0 ? [] : resultSums) {
    if (chosen.size >= maxLines) break
    if (hasFailed && (isDone === true || (start === failureVerdict && isNamed))) continue
    const found = candidates.filter(at => {
      const line = lines[at] as string
      // What is said to be done above the verdict of tests is what they try.
      if (isDone === true && at < tested) return false
      return start?.test(line) === true || inside?.test(line) === true
    })
    if (isOfTests === true) tested = Math.max(tested, found.at(-1) ?? -1)
    for (const at of found.slice(isEach ? chosen.size - maxLines : -1)) chosen.add(at)
  }
  if (hasFailed && chosen.size === 0) chosen.add(lines.length - 1)
  if (hasFailed) for (const at of partsOf([...chosen], lines)) chosen.add(at)
  const shown = [...chosen].sort((one, other) => one - other).map(at => lines[at] as string)
  if (allFailed.length > maxNamed) shown.push(`${allFailed.length - maxNamed} more failed`)
  else if (alike > 0) shown.push(`${alike} more such ${alike === 1 ? 'line' : 'lines'}`)
  // By its branch alone a working tree reads as clean.
  const count = shown.some(line => ofBranch.test(line)) ? statusCount(output.split('\n'), false) : ''
  return fitted(count === '' ? withPackages(shown, output) : [...shown, count])
}

/** Whether a line says that something failed, or a linter names places and counts them. */
function saysFailure(lines: readonly string[]): boolean {
  if (lines.some(line => failureVerdict.test(line) || isRunnerTrailer(line))) return true
  const count = lines.findLastIndex(line => findings.test(line))
  return count > 0 && lines.slice(0, count).some(line => isPlace(line))
}

/** What explains the first error that is explained, and what follows the count of a linter that no place is shown of. */
function partsOf(chosen: readonly number[], lines: readonly string[]): readonly number[] {
  const next = (at: number): string => lines[at + 1] ?? ''
  const explained = chosen.find(
    at => !explanation.test(lines[at] as string) && !echoed.test(next(at)) && explanation.test(next(at)),
  )
  const counted = chosen.some(at => isPlace(lines[at] as string))
    ? undefined
    : chosen.find(at => (lines[at] as string).endsWith(':') && ofCount.test(next(at)))
  return [explained, counted].flatMap(at => (at === undefined ? [] : [at + 1]))
}

/** `* unused: 6` */
const ofCount = /^[*-] \S{1,60}: \d{1,6}$/

const passedPackage = /^ok\s{1,4}\S{1,200}\s(?!.{0,40}\[no tests to run\])/

/** If many packages passed, their number is shown: the last one may not have changed. */
function withPackages(shown: readonly string[], output: string): readonly string[] {
  if (!shown.some(line => passedPackage.test(line))) return shown
  const packages = output.split('\n').filter(line => passedPackage.test(line)).length
  return packages < 2 ? shown : shown.map(line => (passedPackage.test(line) ? `ok ×${packages}` : line))
}

const ofBranch = /^(?:On branch |Your branch )/

/** At most this many failed tests are named; with fewer, the first reason is shown too. */
const maxNamed = 3
const failedTest = /^--- FAIL: (\S{1,200})/
const otherTest = /^(?:=== |--- )/
/** `testing.go:1997 +0x364` */
const stackLine = / \+0x[\da-f]{1,16}$/

/** The tests of Go that failed, without the parts of one that is named. */
function failedTests(lines: readonly string[]): readonly number[] {
  const named = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const name = failedTest.exec(line)?.[1]
    if (name === undefined || named.has(name) || named.has(name.split('/', 1)[0] as string)) continue
    named.set(name, at)
  }
  return [...named.values()]
}

/** Words of a line that says what went wrong. */
const faultWords =
  /\b(?:expected|expects|got|want|wanted|should|must|actual|received|unexpected|mismatch|failed|error|not)(?!\w)|!=/i

/** `internal/error/a_test.go:5: setup done` → `setup done` */
function behindPlace(line: string): string {
  return line.slice(line.indexOf(': ') + 1)
}

/** `a_test.go:5: setup failed` → `a_test.go` */
function fileOf(line: string): string {
  return line.slice(0, line.indexOf(':')).trim()
}

interface Reason {
  /** -1 where the test said nothing. */
  readonly at: number
  /** How many other lines say what went wrong in the same file. */
  readonly alike: number
}

/** What a test said last of what went wrong, or else what it said last: below its verdict or, where lines are printed as they come, above it. */
function reasonOf(verdictAt: number, lines: readonly string[]): Reason {
  const saysWhere = (line: string): boolean => isPlace(line) && !echoed.test(line) && !stackLine.test(line)
  const lastIn = (from: number, to: number | undefined): Reason => {
    const said = lines.slice(from, to)
    const saysWrong = (line: string): boolean => saysWhere(line) && faultWords.test(behindPlace(line))
    const wrong = said.findLastIndex(saysWrong)
    const last = wrong >= 0 ? wrong : said.findLastIndex(saysWhere)
    const file = wrong < 0 ? '' : fileOf(said[wrong] as string)
    const alike = wrong < 0 ? 0 : said.filter(line => fileOf(line) === file && saysWrong(line)).length - 1
    return { at: last < 0 ? -1 : from + last, alike }
  }
  const next = lines.findIndex((line, at) => at > verdictAt && otherTest.test(line))
  const below = lastIn(verdictAt + 1, next < 0 ? undefined : next)
  if (below.at >= 0) return below
  const begin = lines.findLastIndex((line, at) => at < verdictAt && otherTest.test(line))
  return lastIn(begin + 1, verdictAt)
}

/** Sums are at the end; what went wrong may be anywhere. */
function stretchesOf(output: string, hasFailed: boolean): string {
  const room = hasFailed ? failedEdge : edge
  if (output.length <= room) return output
  const end = output.slice(-room)
  // The first line of a stretch may be the rest of one.
  const whole = end.slice(end.indexOf('\n') + 1)
  return hasFailed ? `${output.slice(0, edge)}\n${whole}` : whole
}

/** The first lines that a program printed. */
function readableLines(lines: readonly string[], limit = lines.length): readonly string[] {
  const readable: string[] = []
  for (const line of lines) {
    if (readable.length >= limit) break
    if (!frame.test(line)) readable.push(line)
  }
  return readable
}

function firstOf(lines: readonly string[], pattern: RegExp, from: number): number {
  return lines.findIndex(
    (line, at) =>
      at >= from && pattern.test(line.slice(0, 400)) && !echoed.test(line) && !isRunnerTrailer(line),
  )
}

/** The length of what stands between two lines where they are shown in one. */
const mark = ' | '.length

/** Each line gets its share of the room, and what shorter ones leave of theirs; what is cut is cut at its end. */
function fitted(lines: readonly string[]): string {
  let room = maxLength - mark * (lines.length - 1)
  let left = lines.length
  let share = 0
  for (const { length } of lines.toSorted((one, other) => one.length - other.length)) {
    share = Math.max(20, Math.floor(room / left))
    room -= Math.min(length, share)
    left -= 1
  }
  return lines.map(line => wordCut(line, share).trimEnd()).join('\n')
}
