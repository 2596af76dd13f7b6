/** A run of tests, a build or a linter pasted into a message. */
import { hasOneOf } from '../has-one-of.ts'
import { readCheck } from './shell/command-check.ts'
import { hasTestResults } from './test-results.ts'

interface PastedRun {
  /** Empty where nothing says what was run. */
  readonly checks: readonly string[]
}

/** Whole lines that only programs print: in prose, `3 failed` may be anything. */
const verdicts: readonly RegExp[] = [
  // --- FAIL: TestName (0.00s), ok  example.com/app 0.4s
  /^[ \t]{0,16}--- (?:PASS|FAIL): \S{1,200} \(\d/m,
  /^(?:ok|FAIL)[ \t]{1,8}\S{1,200}[ \t]{1,8}[\d.]{1,12}s$/m,
  // FAILED tests/test_a.py::test_b, === 1 failed, 2 passed in 0.4s ===
  /^(?:FAILED|ERROR) \S{1,300}::\S/m,
  /^=*[ \t]{0,4}\d{1,7} (?:failed|passed)[^\n]{0,120} in [\d.]{1,12}s\b/m,
  // Tests  2 failed | 21 passed (23); Tests: 1 failed, 2 passed, 3 total
  /^[ \t]{0,12}Tests:?[ \t]{1,12}\d{1,7} (?:failed|passed|skipped)\b/m,
  /^test result: (?:ok|FAILED)\. /m,
  // 3 passing (20ms)
  /^[ \t]{0,8}\d{1,7} (?:passing \(\d{1,7}m?s\)|failing)$/m,
]

/** `[test:e2e] ERROR task failed`, as mise prints it. */
const failedTask = /^\[([\w:.-]{1,60})\] ERROR task failed$/m
/** One of these is in each of them. */
const verdictParts = 'PASS/FAIL/ok /ok\t/ERROR/failed/passed/skipped/test result/passing/failing'.split('/')
/** `$ npm test`, `me@host:~/app$ npm test`, `~/app ❯ npm test` */
const prompt = /^(?:[^\n$%❯➜]{0,120}[ \w\])~/])?[$%❯➜] {1,4}(\S[^\n]{0,300})$/gm

export function pastedRun(text: string): PastedRun | undefined {
  if (!hasOneOf(text, verdictParts)) return undefined
  const task = failedTask.exec(text)?.[1]
  if (task === undefined && !verdicts.some(pattern => pattern.test(text))) return undefined
  const typed = Array.from(text.matchAll(prompt), ([, command = '']) => command.trim())
  const commands = [...(task === undefined ? [] : [`mise run ${task}`]), ...typed]
  const { checks = [] } = commands.map(readCheck).findLast(({ isCheck }) => isCheck) ?? {}
  return checks.length > 0 || hasTestResults(text) ? { checks } : undefined
}
