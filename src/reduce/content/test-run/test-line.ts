/** What a line of a test runner reports, for each runner, as data. */
import { anyOf, matchesAt } from '../../../scan/matches-at.ts'

/**
 * `pass`, `fail`, `skip`: the result of one test. `passedFile`, `failedFile`: of a file or package.
 * `file`: whose tests follow. `section`: what follows. `total`: the result of the run.
 */
export type TestRole =
  | 'pass'
  | 'fail'
  | 'skip'
  | 'passedFile'
  | 'failedFile'
  | 'file'
  | 'section'
  | 'total'
  | 'setup'
  | 'noise'

type Roles = readonly (readonly [TestRole, RegExp])[]

export interface Runner {
  readonly name: string
  /** Text that only this runner prints. */
  readonly sign: RegExp
  readonly roles: Roles
}

const runners: readonly Runner[] = [
  {
    name: 'go',
    sign: /--- (?:PASS|FAIL|SKIP): |=== RUN {3}|\bok {2}\t|\bFAIL\t/,
    roles: [
      ['noise', anyOf(/ *=== (?:RUN|PAUSE|CONT|NAME) /)],
      ['pass', anyOf(/ *--- PASS: /)],
      ['fail', anyOf(/ *--- FAIL: /)],
      ['skip', anyOf(/ *--- SKIP: |\? {3}\t/)],
      ['passedFile', anyOf(/ok {2}\t\S/)],
      ['failedFile', anyOf(/FAIL\t\S/)],
      ['total', anyOf(/(?:PASS|FAIL)$|coverage: \d/)],
    ],
  },
  {
    name: 'bun',
    sign: /\((?:pass|fail)\) |bun test v/,
    roles: [
      ['pass', anyOf(/\(pass\) /)],
      ['fail', anyOf(/\(fail\) /)],
      ['skip', anyOf(/\((?:skip|todo)\) /)],
      ['file', anyOf(/[^\s:]+\.\w+:$/)],
      [
        'total',
        anyOf(/ *\d+ (?:pass|fail|skip|todo|expect\(\) calls|snapshots?|errors?)\b|Ran \d+ tests?\b/),
      ],
      ['setup', anyOf(/bun test v/)],
    ],
  },
  {
    name: 'pytest',
    sign: /= (?:test session starts|FAILURES|ERRORS|short test summary info|.{0,120} in \d{1,9}\.\d\ds\b.{0,20}) =|\.py(?:::\S{1,300} (?:PASSED|FAILED|ERROR)| [.sxXFE]{1,200} {1,80}\[)|\d (?:passed|failed).{0,60} in \d{1,9}\.\d\ds/,
    roles: [
      ['section', anyOf(/=+ (?:FAILURES|ERRORS|short test summary info|warnings summary|PASSES) =+$/)],
      [
        'total',
        anyOf(
          /=+ (?:.{0,200} in [\d.]+s\b|no tests ran).{0,40}=+$|\d+ (?:passed|failed|errors?|deselected|skipped)\b.{0,120} in [\d.]+s|!+ .{0,100} !+$/,
        ),
      ],
      ['skip', anyOf(/[^\s:]+::\S.{0,300} SKIPPED\b|SKIPPED \[\d+\] /)],
      ['failedFile', anyOf(/[^\s:]+\.py [.sxX]*[FE][.sxXFE]*(?: |$)/)],
      ['passedFile', anyOf(/[^\s:]+\.py [.sxX]+(?: |$)/)],
      [
        'fail',
        anyOf(
          /(?:FAILED|ERROR) [^\s:]+(?:::|\.py)|[^\s:]+::\S.{0,300} (?:FAILED|ERROR)\b|_{3,} .{1,200} _{3,}$/,
        ),
      ],
      ['pass', anyOf(/[^\s:]+::\S.{0,300} (?:PASSED|XFAIL|XPASS)\b/)],
      [
        'setup',
        anyOf(
          /=+ test session starts =+$|platform \w|rootdir: |plugins: |cachedir: |configfile: |collected \d|collecting /,
        ),
      ],
    ],
  },
  {
    name: 'unittest',
    sign: /Ran \d{1,9} tests? in |\) ?\.\.\. (?:ok|FAIL|ERROR)\b/,
    roles: [
      ['pass', anyOf(/\w+ \([\w.]{1,200}\) ?\.\.\. ok$/)],
      ['skip', anyOf(/\w+ \([\w.]{1,200}\) ?\.\.\. skipped/)],
      ['fail', anyOf(/(?:FAIL|ERROR): \w+ \(|\w+ \([\w.]{1,200}\) ?\.\.\. (?:FAIL|ERROR)/)],
      ['total', anyOf(/Ran \d+ tests? in |OK(?: \(|$)|FAILED \(/)],
    ],
  },
  {
    name: 'cargo',
    sign: /test result: |test \S{1,300} \.\.\. (?:ok|FAILED|ignored)/,
    roles: [
      ['pass', anyOf(/test \S.{0,300} \.\.\. ok/)],
      ['skip', anyOf(/test \S.{0,300} \.\.\. ignored/)],
      ['fail', anyOf(/test \S.{0,300} \.\.\. FAILED|---- \S.{0,200} stdout ----/)],
      ['file', anyOf(/ *(?:Running|Doc-tests) \S/)],
      ['section', anyOf(/(?:failures|successes):$/)],
      ['total', anyOf(/test result: \w|error: (?:test failed|\d+ targets? failed)/)],
      ['setup', anyOf(/running \d+ tests?$/)],
    ],
  },
  {
    name: 'TAP',
    sign: /TAP version \d|(?:^|\n)1\.\.\d|(?:^|\n)(?:not )?ok 1 /,
    roles: [
      ['skip', anyOf(/ *ok \d+ .{0,300}# (?:SKIP|TODO)/)],
      ['pass', anyOf(/ *ok \d+\b/)],
      ['fail', anyOf(/ *not ok \d+\b/)],
      ['total', anyOf(/# (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+|# duration_ms| *1\.\.\d+$/)],
      ['noise', anyOf(/ *# Subtest: |TAP version | *(?:---|\.\.\.)$/)],
    ],
  },
  {
    name: 'maven and gradle',
    sign: /Tests run: \d|<<< (?:FAILURE|ERROR)!| > \S.{0,100} (?:PASSED|FAILED)\n/,
    roles: [
      ['failedFile', anyOf(/(?:\[ERROR\] {1,2})?Tests run: \d+, .{0,80}<<< (?:FAILURE|ERROR)!/)],
      ['passedFile', anyOf(/(?:\[INFO\] )?Tests run: \d+, Failures: 0, Errors: 0, .{0,80} (?:- in|--) \S/)],
      [
        'total',
        anyOf(
          /(?:\[\w+\] {1,2})?Tests run: \d|\[\w+\] BUILD \w|BUILD (?:SUCCESSFUL|FAILED)|\d+ tests completed/,
        ),
      ],
      ['fail', anyOf(/\[ERROR\] {1,4}\S|.{1,300}<<< (?:FAILURE|ERROR)!|\S.{0,200} > \S.{0,200} FAILED$/)],
      ['pass', anyOf(/\S.{0,200} > \S.{0,200} PASSED$/)],
      ['file', anyOf(/(?:\[INFO\] )?Running \S/)],
    ],
  },
  {
    name: 'mocha and rspec',
    sign: /\n {0,8}\d{1,9} (?:passing|failing)\b|\d examples?, \d{1,9} failures?/,
    roles: [
      ['fail', anyOf(/ {1,8}\d{1,4}\) \S|rspec \S+:\d+/)],
      ['pass', anyOf(/ *[✓✔√] \S/)],
      ['total', anyOf(/ *\d+ (?:passing|failing|pending)\b|\d+ examples?, \d+ failures?|Finished in [\d.]+/)],
      ['section', anyOf(/(?:Failures|Failed examples|Pending):/)],
    ],
  },
]

/** Runners that mark results with signs, which programs print too: tried only if no other runner is recognised. */
const signs: Runner = {
  name: 'vitest, jest, node:test',
  sign: /[✓✔✗✕×✖↓]|PASS|FAIL/,
  roles: [
    [
      'total',
      anyOf(
        / *(?:Tests|Test Files|Snapshots|Errors|Type Errors|Duration|Start at) {2,}\S/,
        /(?:Tests|Test Suites|Snapshots|Time): +\S/,
        /ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/,
      ),
    ],
    ['failedFile', anyOf(/ ?FAIL {1,2}[^\s>]+\.\w+(?: \(|$)| *❯ \S+ .{0,40}\b\d+ failed/)],
    ['passedFile', anyOf(/ ?PASS {1,2}\S+\.\w+| *✓ \S+\.\w+ \(\d+ tests?\b/)],
    ['fail', anyOf(/ ?FAIL {1,2}\S| *[✗✕×✖✘] \S| {2}● \S/)],
    ['pass', anyOf(/ *[✓✔√] \S/)],
    ['skip', anyOf(/ *[↓○﹣] \S/)],
    ['section', anyOf(/[⎯─]+ {1,2}(?:Failed|Unhandled|Uncaught) .{1,60}[⎯─]+$|Summary of all failing tests/)],
    ['file', anyOf(/▶ \S/)],
    ['setup', anyOf(/ ?RUN {1,2}v\d/)],
    ['noise', anyOf(/[⎯─━]{5,}(?:\[\d+\/\d+\][⎯─━]*)?$/)],
  ],
}

/** The runners of an output; empty if it is not a test run. */
export function runnersOf(text: string): readonly Runner[] {
  const named = runners.filter(({ sign }) => sign.test(text))
  if (named.length > 0) return named
  return signs.sign.test(text) ? [signs] : []
}

export function testRole(line: string, from: number, of: readonly Runner[]): TestRole | undefined {
  for (const { roles } of of)
    for (const [role, pattern] of roles) if (matchesAt(pattern, line, from)) return role
  return undefined
}

/** Roles that are rare in the output of other programs. */
const strong: ReadonlySet<TestRole | undefined> = new Set<TestRole>([
  'pass',
  'fail',
  'passedFile',
  'failedFile',
  'total',
  'section',
])

export function isTestLine(line: string, from: number, of: readonly Runner[]): boolean {
  return strong.has(testRole(line, from, of))
}
