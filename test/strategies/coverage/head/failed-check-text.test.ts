import { describe, expect, it } from 'vitest'
import { failedCheckText } from '../../../../src/strategies/coverage/head/failed-check-text.ts'

describe('failedCheckText', () => {
  it('names tests without durations and says how many more there are', () => {
    const lines = ['A', 'B', 'C'].map(name => `--- FAIL: Test${name} (0.01s)`)
    const tests = [...'ABCDEFG'].map(name => `example.com/app\tTest${name}`)
    expect(failedCheckText(lines, tests)).toBe('7 failed: TestA, TestB, TestC, TestD, TestE, +2')
    expect(failedCheckText([...lines, '4 more failed'], tests)).toBe(failedCheckText(lines, tests))
    expect(failedCheckText([...lines, '4 more failed'], [])).toBe('TestA, TestB, TestC, … | 4 more failed')
    expect(failedCheckText(lines.slice(0, 1), tests.slice(0, 1))).toBe('TestA')
    expect(failedCheckText(lines, [])).toBe('TestA, TestB, TestC, …')
    expect(failedCheckText(lines.slice(0, 2), [])).toBe('TestA, TestB')
  })

  it('gives the reason behind the names, and each test once', () => {
    const lines = [
      'a_test.go:7: got 2, want 3',
      '--- FAIL: TestA (0.01s)',
      '    --- FAIL: TestA/empty (0.00s)',
    ]
    expect(failedCheckText(lines, ['TestA', 'TestA/empty'])).toBe('TestA/empty | a_test.go:7: got 2, want 3')
    const reasons = ['FAILED a.py::test_a - KeyError', '2 failed, 3 passed in 0.2s']
    expect(failedCheckText(reasons, ['a.py::test_a', 'a.py::test_b'])).toBe(
      'a.py::test_b | FAILED a.py::test_a - KeyError | 2 failed, 3 passed',
    )
    expect(failedCheckText(['× reads a file 12ms', 'AssertionError: no'], ['reads a file'])).toBe(
      'reads a file | AssertionError: no',
    )
  })

  it('leaves out what says that a part passed', () => {
    expect(failedCheckText(['0 issues.', 'FAIL\texample.com/app\t1.718s'], [])).toBe('FAIL example.com/app')
    expect(failedCheckText(['3 issues:'], [])).toBe('3 issues')
    expect(failedCheckText(['0 issues.'], [])).toBe('')
  })
})
