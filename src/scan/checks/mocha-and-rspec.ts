/** Mocha and RSpec. */
import type { Checker } from './checker.ts'

export const mochaAndRspec: Checker = {
  name: 'mocha and rspec',
  kind: 'test',
  programs: 'mocha rspec',
  summary: / *\d+ (?:passing|failing)(?!\w)|\d+ examples?, \d+ failures?/y,
  report: {
    sign: /\n {0,8}\d{1,9} (?:passing|failing)\b|\d examples?, \d{1,9} failures?/,
    roles: {
      fail: / {1,8}\d{1,4}\) \S|rspec \S+:\d+/y,
      pass: / *[✓✔√] \S/y,
      total: / *\d+ (?:passing|failing|pending)(?!\w)|\d+ examples?, \d+ failures?|Finished in [\d.]+/y,
      section: /(?:Failures|Failed examples|Pending):/y,
    },
  },
}
