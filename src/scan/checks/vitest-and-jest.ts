/** Runners that mark results with signs: vitest, jest, `node --test`. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const vitestAndJest: Checker = {
  name: 'vitest and jest',
  kind: 'test',
  programs: 'vitest jest ava',
  failed: /^[ \t]{0,8}[✗✘✕✖] \S/m,
  notCompiled: /\bSyntaxError: |\bFailed to resolve import\b|\bTransform failed with \d/m,
  line: / ?(?:PASS|FAIL) {1,2}\S+\.\w+/y,
  summary: /(?:Tests|Test Suites): +\d+ | +(?:Tests|Test Files) +\d+ (?:passed|failed)/y,
  report: {
    sign: /[✓✔✗✕×✖↓]|PASS|FAIL/,
    isFallback: true,
    roles: {
      total: anyOf(
        / *(?:Tests|Test Files|Snapshots|Errors|Type Errors|Duration|Start at) {2,}\S/,
        /(?:Tests|Test Suites|Snapshots|Time): +\S/,
        /ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/,
      ),
      failedFile: / ?FAIL {1,2}[^\s>]+\.\w+(?: \(|$)| *❯ \S+ .{0,40}\b\d+ failed/y,
      passedFile: / ?PASS {1,2}\S+\.\w+| *✓ \S+\.\w+ \(\d+ tests?\b/y,
      fail: / ?FAIL {1,2}\S| *[✗✕×✖✘] \S| {2}● \S/y,
      pass: / *[✓✔√] \S/y,
      skip: / *[↓○﹣] \S/y,
      section: /[⎯─]+ {1,2}(?:Failed|Unhandled|Uncaught) .{1,60}[⎯─]+$|Summary of all failing tests/y,
      file: /▶ \S/y,
      setup: / ?RUN {1,2}v\d/y,
      noise: /[⎯─━]{5,}(?:\[\d+\/\d+\][⎯─━]*)?$/y,
    },
  },
  results: output => (diagnostic.test(output) ? [] : marked(output)),
}

/** Linters mark what they found with the same signs: `a.ts lint/style/useConst ━━━━━━━━━━`, `╭─[a.ts:3:1]`. */
const diagnostic = /\S {1,2}━{10}|╭─\[/

/** ✓ reads an empty file 12ms */
const marked = namedResults({
  sign: /[✓✔√✗✘✕×] /u,
  pattern: /^[ \t]{0,16}([✓✔√✗✘✕×]) (\S[^\n]{0,200})$/gmu,
  result: 1,
  name: 2,
})
