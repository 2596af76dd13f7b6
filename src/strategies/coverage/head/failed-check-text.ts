/** What a check that failed says: which tests failed, then its other lines, without those of parts that passed. */
import { printedVerdict } from '../../../scan/actions/check-verdict.ts'
import { withoutPackage } from '../../../scan/checks/go.ts'
import { cutLine } from './cut-line.ts'

const maxNames = 5
/** Characters of all names; the first is always shown. */
const maxNamesLength = 130
const maxNameLength = 90

/** `11 failed: TestA, TestB, +9 | a_test.go:12: no such file`. `tests`: all that failed, as far as it says. */
export function failedCheckText(lines: readonly string[], tests: readonly string[]): string {
  const named = lines.flatMap(line => goTest.exec(line)?.[1] ?? [])
  const failed = withoutGroups(tests.length > 0 ? tests.map(withoutPackage) : named)
  const known = new Set(failed)
  const rest = lines
    .filter(line => !known.has(nameIn(line)) && !goTest.test(line) && !isPassed(line))
    // The list of all of them says how many it leaves out.
    .filter(line => tests.length === 0 || !moreFailed.test(line))
    .map(line =>
      line
        .replace(duration, '')
        .replaceAll('\t', ' ')
        .replace(/ {2,8}/g, ' ')
        .trim(),
    )
    .filter(line => line !== '')
  const unsaid = failed.filter(test => !rest.some(line => line.includes(test)))
  // Without a list of all of them there may be more.
  const total = tests.length > 0 ? failed.length : undefined
  const text = [...(unsaid.length === 0 ? [] : [namesText(unsaid, total, rest)]), ...rest].join(' | ')
  return text.replace(/:$/, '')
}

/** `--- FAIL: TestA (0.01s)` */
const goTest = /^\s{0,16}--- FAIL: (\S{1,300})/
/** `8 more failed`, as outcomes of calls say it. */
const moreFailed = /^\d{1,6} more failed$/
/** ` (0.01s)`, `\t1.718s`, ` in 0.2s` behind counts; not the time that a test may take: `timeout of 2000ms` */
const duration =
  /(?: \(\d{1,7}(?:\.\d{1,6})? ?m?s\)|\t\d{1,7}\.\d{1,6}s|(?<=passed|failed) in \d{1,7}(?:\.\d{1,6})? ?m?s)$/
const anyDuration = / \(?\d{1,7}(?:\.\d{1,6})? ?m?s\)?$/

/** `✗ reads a file (3 ms)` → `reads a file` */
function nameIn(line: string): string {
  return withoutPackage(
    line
      .trim()
      .replace(/^(?:--- FAIL:|FAIL(?:ED)?\b|not ok\b|[✗✘✕×✖])\s{1,8}/u, '')
      .replace(anyDuration, ''),
  )
}

/** A part that went well: `0 issues.`, `ok ×12` */
function isPassed(line: string): boolean {
  return printedVerdict(line) === 'passed'
}

/** A test that others are parts of says less than they do. */
function withoutGroups(tests: readonly string[]): readonly string[] {
  const groups = new Set(
    tests.flatMap(test => (test.includes('/') ? [test.slice(0, test.lastIndexOf('/'))] : [])),
  )
  return [...new Set(tests)].filter(test => !groups.has(test))
}

/** The ledger keeps this many names of lines. */
const keptNames = 3

function namesText(names: readonly string[], total: number | undefined, rest: readonly string[]): string {
  const shown: string[] = []
  let left = maxNamesLength
  for (const name of names) {
    const text = cutLine(name, maxNameLength)
    if (shown.length > 0 && (text.length > left || shown.length === maxNames)) break
    shown.push(text)
    left -= text.length + 2
  }
  const list = shown.join(', ')
  if (total === undefined) return names.length < keptNames ? list : `${list}, …`
  const more = names.length - shown.length
  const isCounted = total === 1 || rest.some(line => line.includes(`${total} failed`))
  return `${isCounted ? '' : `${total} failed: `}${list}${more === 0 ? '' : `, +${more}`}`
}
