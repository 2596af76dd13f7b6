/** Python's `unittest`. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const unittest: Checker = {
  name: 'unittest',
  kind: 'test',
  programs: 'unittest',
  passed: /^OK(?: \(.{1,80}\))?$/m,
  line: anyOf(/test_\w+ \(\S+\) ?\.\.\. /),
  summary: anyOf(/Ran \d+ tests? in /),
  report: {
    sign: /Ran \d{1,9} tests? in |\) ?\.\.\. (?:ok|FAIL|ERROR)\b/,
    roles: [
      ['pass', anyOf(/\w+ \([\w.]{1,200}\) ?\.\.\. ok$/)],
      ['skip', anyOf(/\w+ \([\w.]{1,200}\) ?\.\.\. skipped/)],
      ['fail', anyOf(/(?:FAIL|ERROR): \w+ \(|\w+ \([\w.]{1,200}\) ?\.\.\. (?:FAIL|ERROR)/)],
      ['total', anyOf(/Ran \d+ tests? in |OK(?: \(|$)|FAILED \(/)],
    ],
  },
  // test_empty (tests.ParserTest) ... ok
  results: namedResults({
    sign: / \.\.\. (?:ok|FAIL|ERROR)/,
    pattern: /^(test\w{0,200} \([\w.]{1,200}\)) \.\.\. (ok|FAIL|ERROR)$/gm,
    result: 2,
    name: 1,
  }),
}
