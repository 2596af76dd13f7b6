/** Which tests an output says have passed or failed, by name; those of Go behind their package, where it says it. */
import { remembered } from '../../tokens/remembered.ts'
import { anyChecker, checkers } from '../checks/index.ts'

export interface TestResults {
  readonly passed: readonly string[]
  /** All of them, or none where more failed than are named. */
  readonly failed: readonly string[]
}

const maxNames = 60
const maxLength = 40_000

export const testResults: (output: string) => TestResults = remembered(readResults, { name: 'test results' })

/** `3 passed`, `ok ×12`, `ok  	example.com/app	0.4s` */
const sum = /\b\d{1,7} (tests? )?(?:passed|passing|failed|failing)(?!\w)|^ok(?: ×|[ \t]{1,4}\S)/m

/** Whether it says how tests came out. */
export function hasTestResults(output: string): boolean {
  const { passed, failed } = testResults(output)
  return passed.length + failed.length > 0 || sum.test(output)
}

const notCompiled = anyChecker('notCompiled')

/** Whether it comes from a program that does not compile, and so came to no test. */
export function isBuildFailure(output: string): boolean {
  return !hasTestResults(output) && notCompiled.test(output)
}

function readResults(output: string): TestResults {
  const text = output.length <= maxLength ? output : output.slice(-maxLength)
  const passed = new Set<string>()
  const failed = new Set<string>()
  for (const { results } of checkers)
    for (const [name, hasPassed] of results?.(text) ?? []) addName(hasPassed ? passed : failed, name)
  const isWhole = failed.size < maxNames && failed.size >= failureCount(text.slice(-tail))
  return { passed: [...passed], failed: isWhole ? [...failed] : [] }
}

/** Totals are in this many last characters. */
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
