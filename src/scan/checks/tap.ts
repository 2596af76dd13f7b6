/** Runners that print the Test Anything Protocol: `tap`, `bats`. */
import type { Checker } from './checker.ts'

export const tap: Checker = {
  name: 'TAP',
  kind: 'test',
  programs: 'tap bats',
  // Node prints its totals behind `ℹ`.
  passed: /^(?:#|ℹ) fail 0$/m,
  failed: /^(?:#|ℹ) fail [1-9]|^not ok \d/m,
  line: /(?:not )?ok \d+ /y,
  summary: /# (?:tests|pass|fail) \d+$/y,
  report: {
    sign: /TAP version \d|(?:^|\n)1\.\.\d|(?:^|\n)(?:not )?ok 1 /,
    roles: {
      skip: / *ok \d+ .{0,300}# (?:SKIP|TODO)/y,
      pass: / *ok \d+\b/y,
      fail: / *not ok \d+\b/y,
      total: /# (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+|# duration_ms| *1\.\.\d+$/y,
      noise: / *# Subtest: |TAP version | *(?:---|\.\.\.)$/y,
    },
  },
}
