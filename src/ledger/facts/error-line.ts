/** The line of an output that says what went wrong. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { hasOneOf } from '../../scan/has-one-of.ts'
import { isRunnerTrailer } from '../../scan/is-runner-trailer.ts'
import { linesOf } from '../../scan/lines.ts'
import { remembered } from '../../tokens/remembered.ts'

const maxLength = 300
/** `FAIL` alone names no error. */
const minLength = 8
/** What is read of a long output: it fails at the end, and says so at the beginning or the end. */
const edge = 20_000

/** The most informative first; of equally informative lines, the first. */
const errorForms: readonly RegExp[] = [
  // What a passing test logs is no error where another one fails.
  /^panic: |^--- FAIL: /,
  /\b[A-Z]\w{0,60}(?:Error|Exception)\b|\berror(?:\[\w{1,12}\])?:|\berror TS\d|^E {3}|^panic:|^fatal:/,
  /--- FAIL: |^FAILED \S|^(?:FAIL|[✗✘✕×]) +\S+\.(?:test|spec)\.|^[✗✘✕×] /u,
  // src/a.go:12:2: unused variable
  /^\S{1,200}:\d{1,7}(?::\d{1,5})?:? \S/,
  /\b(?:cannot|not found|no such file|denied|undefined|invalid|unexpected|refused|timed out|unable to|doesn't want)(?!\w)/i,
  // `FAIL	example.com/app	2.1s`
  /^FAIL\s+\S/,
  /\b(?:error|failed|failure|fatal|unknown)\b|失败|错误|エラー|ошибка|Fehler|erreur/i,
]

/** What programs write around an output. */
const frame =
  /^(?:Exit code:? -?\d+|Error: Exit code \d+|Process (?:exited|running) with .*|Wall time:.*|Output:|Chunk ID:.*|Total output lines:.*|Original token count:.*|<\/?[\w-]{1,40}>.{0,20}|\[Request interrupted by user.*|-{3,}|={3,}|\[exit code.*\])$/i

/** A command that a program repeats before it runs it, and a line of a log that reports no error. */
const echoed =
  /^(?:[>$+] |=== |--- PASS|ok\s|PASS(?:ED)?\b|\(pass\) |[✓✔√] |.{0,200}\b(?:INFO|DEBUG|level=(?:info|debug))(?!\w))/

/** An exact part of the output; `undefined` where it names no error. */
export function errorLine(output: string): string | undefined {
  return errorOnce(output).line
}

const errorOnce = remembered(text => ({ line: readErrorLine(text) }), { name: 'error line' })

/** Whether a line of the output looks like an error. */
export function showsError(output: string): boolean {
  return mostInformative(outputLines(output)) !== undefined
}

/** Without what programs write around an output. */
export function outputLines(output: string): readonly string[] {
  const text = output.length <= 2 * edge ? output : `${output.slice(0, edge)}\n${output.slice(-edge)}`
  return linesOf(text)
    .map(line => line.text.slice(line.text.lastIndexOf('\r') + 1).trim())
    .filter(line => line !== '' && !frame.test(line))
}

function readErrorLine(output: string): string | undefined {
  const lines = outputLines(output)
  const line =
    mostInformative(lines.filter(each => !isRunnerTrailer(each))) ??
    mostInformative(lines) ??
    lines.find(each => !echoed.test(each)) ??
    lines[0]
  return line === undefined ? undefined : graphemeCut(line, maxLength).trimEnd()
}

const errorFilter =
  /\| {0,4}(?:grep|rg) (?:-[aEFinow]{1,6} ){0,4}(?:"[^"]{0,100}(?:error|fail)[^"]{0,100}"|'[^']{0,100}(?:error|fail)[^']{0,100}'|[^\s"'|;&-]{0,40}(?:error|fail)[^\s"'|;&]{0,40}) {0,4}(?:\| {0,4}(?:head|tail)[^|;&]{0,40})?$/i

/** `npm run check 2>&1 | grep "error" | head -5` that prints nothing. */
export function findsNoErrors(command: string, output: string): boolean {
  return output.trim() === '' && errorFilter.test(command.slice(-300).trim())
}

/** `cd app && npm test`, and nothing but this: what follows has not run. */
const foundNoDirectory =
  /^[^\n]{0,60}\bcd: ?[^\n]{0,300}(?:[Nn]o such file|[Nn]ot a directory|can't cd)[^\n]{0,300}$/

/** Whether an output of one line says that the shell did not come to the command. */
export function neverRan(output: string): boolean {
  return foundNoDirectory.test(output)
}

/**
 * Also what a shell or a filter says of a text that is no command: `zsh: no matches found: a*`, `jq: error: syntax error`. Not what
 * a shell says of a script (`./deploy.sh: line 3: syntax error`), nor jq of its input (`jq: parse error`).
 */
const misuse =
  /\b(?:unknown|unrecogni[sz]ed|invalid|no such|unsupported|undefined) (shorthand )?(?:flag|option|argument|command|subcommand|linter)s?\b|^usage: |^(?:(?:-|\S{0,40}\/)?(?:ba|da|fi|k|z)?sh|\S?awk|sed|\(eval\)):.{0,80}(?:syntax error|parse error|unexpected eof|no matches found|unmatched|unterminated)|^jq: .{0,80}syntax error/i

const misused = [
  ...['flag', 'option', 'argument', 'command', 'linter', 'usage: '],
  ...['syntax error', 'parse error', 'unexpected eof', 'no matches found', 'unmatched', 'unterminated'],
]

/** Whether an error says that the command was written wrongly, and so nothing of what it was meant to do. */
export function isMisuse(line: string): boolean {
  return hasOneOf(line.toLowerCase(), misused) && misuse.test(line)
}

/** `[lint:go] `: which of several tasks printed the line. */
const taskName = /^\[[\w:./-]{1,60}\] {1,4}/
/** A line of source code may mention errors without being one. */
const codeLine =
  /[{;]$|^(?:(?:return|throw|raise) .{1,240}|[A-Za-z_$][\w$]{0,60}(\.[A-Za-z_$][\w$]{0,60}){1,4}\(.{0,240})\)[,;]?$/

function mostInformative(lines: readonly string[]): string | undefined {
  const heads = lines.map(line => line.slice(0, maxLength).replace(taskName, ''))
  for (const form of errorForms) {
    const found = heads.findIndex(
      head => head.length >= minLength && form.test(head) && !echoed.test(head) && !codeLine.test(head),
    )
    if (found >= 0) return lines[found]
  }
  return undefined
}
