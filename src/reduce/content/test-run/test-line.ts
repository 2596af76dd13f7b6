/** What a line of a test runner reports. */
import type { TestReport, TestRole } from '../../../scan/checks/checker.ts'
import { checkers } from '../../../scan/checks/index.ts'
import { matchesAt } from '../../../scan/matches-at.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'

/** A report, its roles in the order in which they are tried. */
export interface ReadReport extends Omit<TestReport, 'roles'> {
  readonly roles: readonly (readonly [TestRole, RegExp])[]
}

const known = checkers.flatMap(({ report }): readonly ReadReport[] =>
  report === undefined ? [] : [{ ...report, roles: Object.entries(report.roles) as [TestRole, RegExp][] }],
)
const certain = known.filter(({ isFallback }) => !isFallback)
const fallbacks = known.filter(({ isFallback }) => isFallback)

/** The reports in an output; empty if it is not a test run. */
export function reportsIn(text: string): readonly ReadReport[] {
  const found = certain.filter(({ sign }) => sign.test(text))
  return found.length > 0 ? found : fallbacks.filter(({ sign }) => sign.test(text))
}

export function testRole(line: string, from: number, reports: readonly ReadReport[]): TestRole | undefined {
  for (const { roles } of reports)
    for (const [role, pattern] of roles) if (matchesAt(pattern, line, from)) return role
  return undefined
}

/** Roles that are rare in the output of other programs. */
const strong = wordSet('pass fail passedFile failedFile total section')

export function isTestLine(line: string, from: number, reports: readonly ReadReport[]): boolean {
  return strong.has(testRole(line, from, reports) ?? '')
}
