/** A message of a compiler or linter about one place: file, line, severity and rule. */
import { anyOf, matchesAt } from '../../../scan/matches-at.ts'
import type { Severity } from '../../pieces/severity.ts'

export interface Diagnostic {
  readonly severity: Severity
  /** Empty if the line does not name it. */
  readonly file: string
  readonly line: string
  /** The key by which warnings are counted. */
  readonly rule: string
}

const path = String.raw`((?:[A-Za-z]:)?[^\s:()"'|]{1,300}\.\w{1,12}|[\w./-]{0,200}(?:Makefile|Dockerfile))`
/** `src/a.ts(3,7): error TS2345: …` */
const inBrackets = new RegExp(
  `${path}\\((\\d{1,7}),\\d{1,7}\\): (error|warning|info|message) ?(\\w{0,20})`,
  'y',
)
/** `src/a.ts:3:7: error: … [rule]`, `a.go:3:7: …`, `a.py:3: error: …  [code]`, `src/a.ts:3:7 - error TS1: …`, `a.ts:3:7 lint/rule ━━━` */
const withColons = new RegExp(`${path}:(\\d{1,7})(?::(\\d{1,7}))?(?:-\\d{1,7})?(?::| -)? (.{0,2000})`, 'y')
const labelled =
  /^(?:fatal )?(error|warning|note|info|remark|hint|help)(?::|\[| (?=[A-Z]{1,6}\d))\[? ?([A-Z]{1,6}\d{1,6}\b)?/i
const linted =
  /^((?:lint|suspicious|assist|parse|format|organizeImports|plugin)\S{0,100})(?:.{0,40}[━─]{3}|$)/
/** `src/a.ts format ━━━`: for a whole file. */
const ofFile = new RegExp(
  `${path} ((?:lint|format|organizeImports|assist|parse|check)\\S{0,100}) .{0,40}━{3}`,
  'y',
)
/** `[-Wunused]`, `[no-undef]`, `[Error/no-undef]`, `(gosec)` at the end; `E501 ` or `G204: ` at the beginning. */
const ruleAtEnd = /(?:\[(?:\w{1,10}\/)?([\w@./-]{2,80})\]|\(([\w-]{2,40})\))$/
const ruleAtStart = /^([A-Z]{1,6}\d{2,5})\b:?/
/** `  3:7  error  message  rule` under a line with the file. */
const stylish = / {1,8}(\d{1,7}):\d{1,7} {1,8}(error|warning|✖|⚠) {1,8}(\S.{0,2000})/y
/** `error[E0308]: …`, `warning: unused variable`, `✘ [ERROR] …`, `ERROR in ./a.ts`, `E501 Line too long` */
const spoken =
  /(?:(error|warning)(?:\[([\w:-]{1,60})\]|: | TS\d)|[✘▲✖] \[(ERROR|WARNING)\] |(ERROR|WARNING) in |(?:Type )?(error|Error): )/y
/** ` --> src/a.rs:3:7`, `   ┌─ a.rs:3:7` */
const arrow = / {1,12}(?:-->|╭─\[|┌─) ?([^\s:]{1,300}):(\d{1,7})/y

/** `undefined` if no diagnostic begins at `from`. `file` is the one that the lines above named. */
export function diagnosticAt(line: string, from: number, file = ''): Diagnostic | undefined {
  inBrackets.lastIndex = from
  const brackets = inBrackets.exec(line)
  if (brackets !== null) {
    const [, name = '', row = '', label = '', rule = ''] = brackets
    return { severity: label === 'error' ? 'error' : 'warning', file: name, line: row, rule }
  }
  withColons.lastIndex = from
  const colons = withColons.exec(line)
  if (colons !== null) return placed(colons)
  ofFile.lastIndex = from
  const whole = ofFile.exec(line)
  if (whole !== null) return { severity: 'error', file: whole[1] ?? '', line: '', rule: whole[2] ?? '' }
  stylish.lastIndex = from
  const styled = stylish.exec(line)
  if (styled !== null) {
    const [, row = '', label = '', message = ''] = styled
    const rule = message.slice(message.lastIndexOf('  ') + 2).trim()
    return { severity: label === 'error' || label === '✖' ? 'error' : 'warning', file, line: row, rule }
  }
  spoken.lastIndex = from
  const said = spoken.exec(line)
  if (said === null) return undefined
  const label = (said[1] ?? said[3] ?? said[4] ?? said[5] ?? '').toLowerCase()
  return {
    severity: label === 'warning' ? 'warning' : 'error',
    file: '',
    line: '',
    rule:
      said[2] ??
      line
        .slice(spoken.lastIndex)
        .trim()
        .replace(/`[^`]*`|'[^']*'/g, "'…'"),
  }
}

function placed([, file = '', line = '', column, message = '']: RegExpExecArray): Diagnostic | undefined {
  const label = labelled.exec(message)
  const isLinted = linted.exec(message)
  // `path:3:text` is printed by searches, and `path:3: ` without a column or a label may be anything.
  const end = ruleAtEnd.exec(message.trimEnd())
  if (label === null && isLinted === null && column === undefined && end === null) return undefined
  const word = label?.[1]?.toLowerCase()
  if (word === 'note' || word === 'help' || word === 'remark') return undefined
  const rule = isLinted?.[1] ?? label?.[2] ?? ruleAtStart.exec(message)?.[1] ?? end?.[1] ?? end?.[2] ?? ''
  // Messages of compilers without a severity are errors; a rule in brackets comes from a linter.
  const isError =
    word === 'error' || isLinted !== null || (word === undefined && (rule === '' || rule === 'typecheck'))
  return { severity: isError ? 'error' : 'warning', file, line, rule }
}

/** The place of the diagnostic above, if it is on a separate line. */
export function placeAt(
  line: string,
  from: number,
): { readonly file: string; readonly line: string } | undefined {
  arrow.lastIndex = from
  const found = arrow.exec(line)
  return found === null ? undefined : { file: found[1] ?? '', line: found[2] ?? '' }
}

const total = anyOf(
  /Found \d+|✖ \d+ problems?|\d+ (?:errors?|warnings?|problems?|issues?)(?!\w)|Checked \d+|(?:error|warning): (?:could not compile|aborting due|`?\S{1,80}`? \(.{1,40}\) generated \d)/,
  /Success: |All checks passed|.{0,40}[Bb]uild (?:success|succeeded|failed|completed|finished)|.{0,30}[Cc]ompiled|.{0,20}[Bb]uilt in|BUILD \w|Finished /,
  /make(?:\[\d+\])?: \*\*\*|ninja: |\* [\w-]{1,40}: \d+$|webpack \d.{0,80} compiled|The following .{0,40} emitted|Skipped \d|Fixed \d|No (?:fixes|issues)|All matched files/,
  /(?:check|lint|format|ci) ━{3,}| *Tasks: | *Time: /,
)
const progress = anyOf(
  / *(?:Compiling|Checking|Downloading|Downloaded|Fetching|Updating|Blocking|Locking|Adding|Fresh|Dirty|Building|Linking|Generating|Documenting) \S/,
  /\[ *\d+%\] |\[\d+\/\d+\] |make(?:\[\d+\])?: (?:Entering|Leaving|Nothing)|(?:CLI|ESM|CJS|DTS) (?:Build start|Building|Using|Target|Cleaning|tsup)|transforming|rendering chunks|computing gzip|> Task :|[⠀-⣿] /,
  /(?:gcc|g\+\+|clang|cc|c\+\+|ar|ld) .{0,2000}-[co]\b/,
)
/** `dist/index.js  12.3 kB │ gzip: 4 kB`, `ESM dist/index.js 244.87 KB` */
const asset = anyOf(/(?:(?:ESM|CJS|DTS|IIFE) )?\S+\.\w{1,6} {1,80}[\d.,]+ [kKMG]?i?B\b/, /asset \S+ [\d.]/)
const command = anyOf(/\$ \S|> \S|# \S+(?: \[\S+\])?$|\+ \S/)

type BuildRole = 'total' | 'progress' | 'asset' | 'command'

export function buildRole(line: string, from: number): BuildRole | undefined {
  if (matchesAt(total, line, from)) return 'total'
  if (matchesAt(asset, line, from)) return 'asset'
  if (matchesAt(progress, line, from)) return 'progress'
  return matchesAt(command, line, from) ? 'command' : undefined
}

/** Lines that hardly any other program prints. */
export function isBuildLine(line: string, from: number): boolean {
  const role = buildRole(line, from)
  return role !== undefined && role !== 'command'
}
