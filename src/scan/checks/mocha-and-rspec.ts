/** Mocha and RSpec. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'

export const mochaAndRspec: Checker = {
  name: 'mocha and rspec',
  kind: 'test',
  programs: 'mocha rspec',
  summary: anyOf(/ *\d+ (?:passing|failing)(?!\w)|\d+ examples?, \d+ failures?/),
  report: {
    sign: /\n {0,8}\d{1,9} (?:passing|failing)\b|\d examples?, \d{1,9} failures?/,
    roles: [
      ['fail', anyOf(/ {1,8}\d{1,4}\) \S|rspec \S+:\d+/)],
      ['pass', anyOf(/ *[✓✔√] \S/)],
      [
        'total',
        anyOf(/ *\d+ (?:passing|failing|pending)(?!\w)|\d+ examples?, \d+ failures?|Finished in [\d.]+/),
      ],
      ['section', anyOf(/(?:Failures|Failed examples|Pending):/)],
    ],
  },
}
