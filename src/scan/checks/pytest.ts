/** pytest. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const pytest: Checker = {
  name: 'pytest',
  kind: 'test',
  programs: 'pytest py.test',
  notCompiled: /\berrors? during collection\b|^ERROR collecting /m,
  line: anyOf(
    /[^\s:]+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)|(?:PASSED|FAILED|ERROR) [^\s:]+::/,
    /\S+\.py [.FEsxX]+(?: |$)|_{3,} .{0,160}test.{0,160} _{3,}$|={3,} .{0,160}(?:test session|passed|failed|FAILURES|ERRORS).{0,160} ={3,}$/,
  ),
  summary: /\d+ (?:passed|failed)[, ].{0,160} in [\d.]+s/y,
  report: {
    sign: /= (?:test session starts|FAILURES|ERRORS|short test summary info|.{0,120} in \d{1,9}\.\d\ds\b.{0,20}) =|\.py(?:::\S{1,300} (?:PASSED|FAILED|ERROR)| [.sxXFE]{1,200} {1,80}\[)|\d (?:passed|failed).{0,60} in \d{1,9}\.\d\ds/,
    roles: {
      section: /=+ (?:FAILURES|ERRORS|short test summary info|warnings summary|PASSES) =+$/y,
      total:
        /=+ (?:.{0,200} in [\d.]+s\b|no tests ran).{0,40}=+$|\d+ (?:passed|failed|errors?|deselected|skipped)(?!\w).{0,120} in [\d.]+s|!+ .{0,100} !+$/y,
      skip: /[^\s:]+::\S.{0,300} SKIPPED\b|SKIPPED \[\d+\] /y,
      failedFile: /[^\s:]+\.py [.sxX]*[FE][.sxXFE]*(?: |$)/y,
      passedFile: /[^\s:]+\.py [.sxX]+(?: |$)/y,
      fail: /(?:FAILED|ERROR) [^\s:]+(?:::|\.py)|[^\s:]+::\S.{0,300} (?:FAILED|ERROR)(?!\w)|_{3,} .{1,200} _{3,}$/y,
      pass: /[^\s:]+::\S.{0,300} (?:PASSED|XFAIL|XPASS)(?!\w)/y,
      setup:
        /=+ test session starts =+$|platform \w|rootdir: |plugins: |cachedir: |configfile: |collected \d|collecting /y,
    },
  },
  results: namedResults(
    // FAILED tests/test_a.py::test_b, tests/test_a.py::test_b PASSED
    { sign: /::/, pattern: /^(PASSED|FAILED|ERROR) (\S{1,300}::\S{1,200})/gm, result: 1, name: 2 },
    { sign: /::/, pattern: /^(\S{1,300}::\S{1,200}) (PASSED|FAILED|ERROR)\b/gm, result: 2, name: 1 },
  ),
}
