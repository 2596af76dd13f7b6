/** Which tests an output says have passed or failed, by name; those of Go behind their package, where it says it. */
import { remembered } from '../../tokens/remembered.ts'

export interface TestResults {
  readonly passed: readonly string[]
  /** All of them, or none where more failed than are named. */
  readonly failed: readonly string[]
}

const maxNames = 60
const edge = 40_000

interface Form {
  /** What every line of this form holds. */
  readonly sign: RegExp
  readonly pattern: RegExp
  readonly name: number
  readonly result: number
}

/** Each is anchored at its line and bounded. */
const forms: readonly Form[] = [
  // FAILED tests/test_a.py::test_b, tests/test_a.py::test_b PASSED
  { sign: /::/, pattern: /^(PASSED|FAILED|ERROR) (\S{1,300}::\S{1,200})/gm, result: 1, name: 2 },
  { sign: /::/, pattern: /^(\S{1,300}::\S{1,200}) (PASSED|FAILED|ERROR)\b/gm, result: 2, name: 1 },
  // test parser::empty ... ok
  { sign: / \.\.\. (?:ok|FAILED)/, pattern: /^test (\S{1,200}) \.\.\. (ok|FAILED)$/gm, result: 2, name: 1 },
  // test_empty (tests.ParserTest) ... ok
  {
    sign: / \.\.\. (?:ok|FAIL|ERROR)/,
    pattern: /^(test\w{0,200} \([\w.]{1,200}\)) \.\.\. (ok|FAIL|ERROR)$/gm,
    result: 2,
    name: 1,
  },
  // ✓ reads an empty file 12ms
  { sign: /[✓✔√✗✘✕×] /u, pattern: /^[ \t]{0,16}([✓✔√✗✘✕×]) (\S[^\n]{0,200})$/gmu, result: 1, name: 2 },
]

const isPass = /^(?:PASS|PASSED|ok|[✓✔√])$/u

export const testResults: (output: string) => TestResults = remembered(readResults, { name: 'test results' })

/** `3 passed`, `ok ×12`, `ok  	example.com/app	0.4s` */
const sum = /\b\d{1,7} (?:tests? )?(?:passed|passing|failed|failing)\b|^ok(?: ×|[ \t]{1,4}\S)/m

/** Whether it says how tests came out. */
export function hasTestResults(output: string): boolean {
  const { passed, failed } = testResults(output)
  return passed.length + failed.length > 0 || sum.test(output)
}

const buildFailures: readonly RegExp[] = [
  // Go: FAIL example.com/app [build failed], # example.com/app, app.go:3:2: undefined: x
  /\[(?:build|setup) failed\]|^# [\w./@~-]{1,200}(?: \[[^\]]{1,200}\])?$/m,
  // TypeScript, Rust, C, Java, .NET
  /\berror TS\d|\berror(?:\[E\d{1,5}\])?: could not compile|^error\[E\d|: (?:fatal )?error: |\bCOMPILATION ERROR\b|\berror CS\d/m,
  // Python, JavaScript
  /\berrors? during collection\b|^ERROR collecting |\bSyntaxError: |\bFailed to resolve import\b|\bTransform failed with \d/m,
  /\b(?:[Bb]uild|[Cc]ompilation) failed\b/,
]

/** Whether it comes from a program that does not compile, and so came to no test. */
export function isBuildFailure(output: string): boolean {
  return !hasTestResults(output) && buildFailures.some(pattern => pattern.test(output))
}

function readResults(output: string): TestResults {
  const text = output.length <= edge ? output : output.slice(-edge)
  const passed = new Set<string>()
  const failed = new Set<string>()
  readGo(text, { passed, failed })
  for (const { sign, pattern, name, result } of forms)
    for (const found of sign.test(text) ? text.matchAll(pattern) : []) {
      addName(isPass.test(found[result] ?? '') ? passed : failed, withoutTime(found[name] ?? ''))
    }
  const isWhole = failed.size < maxNames && failed.size >= failureCount(text.slice(-tail))
  return { passed: [...passed], failed: isWhole ? [...failed] : [] }
}

/** Where programs print sums. */
const tail = 3000
/** 3 failed, 1 failing, 2 tests failed, FAILED (failures=2) */
const failures = /(?<![\w.,])(\d{1,6}) (?:tests? )?(?:failed|failing|failures?)\b|\bfailures=(\d{1,6})\b/g

function failureCount(text: string): number {
  return Array.from(text.matchAll(failures), ([, count, named]) => Number(count ?? named)).reduce(
    (most, count) => Math.max(most, count),
    0,
  )
}

function addName(names: Set<string>, name: string): void {
  if (names.size < maxNames) names.add(name)
}

/** `--- FAIL: TestName (0.00s)`, and behind all tests of a package `FAIL	example.com/app	0.4s`. */
const ofGo =
  /^[ \t]{0,16}--- (PASS|FAIL): (\S{1,200})|^(?:ok|FAIL)[ \t]{1,8}([\w.@~/-]{1,200})[ \t]{1,8}(?:[\d.]{1,12}s\b|\(cached\))/gm

function readGo(
  text: string,
  { passed, failed }: { readonly passed: Set<string>; readonly failed: Set<string> },
): void {
  if (!/--- (?:PASS|FAIL): /.test(text)) return
  let open: [names: Set<string>, test: string][] = []
  for (const [, result, test, where] of text.matchAll(ofGo)) {
    if (test !== undefined) open.push([result === 'PASS' ? passed : failed, test])
    else {
      for (const [names, each] of open) addName(names, `${where}${packageEnd}${each}`)
      open = []
    }
  }
  for (const [names, each] of open) addName(names, each)
}

const packageEnd = '\t'

/** `example.com/app	TestName` → `TestName`. */
export function withoutPackage(test: string): string {
  return test.slice(test.indexOf(packageEnd) + 1)
}

/** `reads a file (12 ms)` → `reads a file`. */
function withoutTime(name: string): string {
  return name.replace(/ \(?\d{1,9}(?:\.\d{1,6})? ?m?s\)?$/, '').trimEnd()
}
