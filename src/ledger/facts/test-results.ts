/** Which tests an output says have passed or failed, by name. */

export interface TestResults {
  readonly passed: readonly string[]
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
  // --- FAIL: TestName (0.00s)
  { sign: /--- (?:PASS|FAIL): /, pattern: /^[ \t]{0,16}--- (PASS|FAIL): (\S{1,200})/gm, result: 1, name: 2 },
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

export function testResults(output: string): TestResults {
  const text = output.length <= edge ? output : output.slice(-edge)
  const passed = new Set<string>()
  const failed = new Set<string>()
  for (const { sign, pattern, name, result } of forms)
    for (const found of sign.test(text) ? text.matchAll(pattern) : []) {
      const names = isPass.test(found[result] ?? '') ? passed : failed
      if (names.size < maxNames) names.add(withoutTime(found[name] ?? ''))
    }
  return { passed: [...passed], failed: [...failed] }
}

/** `reads a file (12 ms)` → `reads a file`. */
function withoutTime(name: string): string {
  return name.replace(/ \(?\d{1,9}(?:\.\d{1,6})? ?m?s\)?$/, '').trimEnd()
}
