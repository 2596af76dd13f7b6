/** Python's `unittest`. */
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const unittest: Checker = {
  name: 'unittest',
  kind: 'test',
  programs: 'unittest',
  passed: /^OK(?: \(.{1,80}\))?$/m,
  line: /test_\w+ \(\S+\) ?\.\.\. /y,
  summary: /Ran \d+ tests? in /y,
  report: {
    sign: /Ran \d{1,9} tests? in |\) ?\.\.\. (?:ok|FAIL|ERROR)\b/,
    roles: {
      pass: /\w+ \([\w.]{1,200}\) ?\.\.\. ok$/y,
      skip: /\w+ \([\w.]{1,200}\) ?\.\.\. skipped/y,
      fail: /(?:FAIL|ERROR): \w+ \(|\w+ \([\w.]{1,200}\) ?\.\.\. (?:FAIL|ERROR)/y,
      total: /Ran \d+ tests? in |OK(?: \(|$)|FAILED \(/y,
    },
  },
  // test_empty (tests.ParserTest) ... ok
  results: namedResults({
    sign: / \.\.\. (?:ok|FAIL|ERROR)/,
    pattern: /^(test\w{0,200} \([\w.]{1,200}\)) \.\.\. (ok|FAIL|ERROR)$/gm,
    result: 2,
    name: 1,
  }),
}
