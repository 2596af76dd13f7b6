/** Runners that print the Test Anything Protocol: `tap`, `bats`. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'

export const tap: Checker = {
  name: 'TAP',
  kind: 'test',
  programs: 'tap bats',
  // Node prints its totals behind `ℹ`.
  passed: /^(?:#|ℹ) fail 0$/m,
  failed: /^(?:#|ℹ) fail [1-9]|^not ok \d/m,
  line: anyOf(/(?:not )?ok \d+ /),
  summary: anyOf(/# (?:tests|pass|fail) \d+$/),
  report: {
    sign: /TAP version \d|(?:^|\n)1\.\.\d|(?:^|\n)(?:not )?ok 1 /,
    roles: [
      ['skip', anyOf(/ *ok \d+ .{0,300}# (?:SKIP|TODO)/)],
      ['pass', anyOf(/ *ok \d+\b/)],
      ['fail', anyOf(/ *not ok \d+\b/)],
      ['total', anyOf(/# (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+|# duration_ms| *1\.\.\d+$/)],
      ['noise', anyOf(/ *# Subtest: |TAP version | *(?:---|\.\.\.)$/)],
    ],
  },
}
