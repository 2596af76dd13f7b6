import { describe, expect, it } from 'vitest'
import { isTestFile } from '../../../../src/strategies/coverage/facts/program-file.ts'

describe('isTestFile', () => {
  it.each([
    'src/parser_test.go',
    'parser.test.ts',
    'tests/test_parser.py',
    'ParserSpec.scala',
    'parser.spec.js',
  ])('holds for a file of tests: %s', path => {
    expect(isTestFile(path)).toBe(true)
  })

  it.each(['specs/spec.md', 'docs/test_plan.txt', 'src/contest.go', undefined])(
    'does not hold for %s',
    path => {
      expect(isTestFile(path)).toBe(false)
    },
  )
})
