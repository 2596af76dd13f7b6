import { expect, it } from 'vitest'
import { resultLines } from '../../../src/scan/actions/result-lines.ts'

const filler = Array.from({ length: 6 }, (_, at) => `step ${at}`)

it('what a tested program says it did is no result of the tests', () => {
  const printed = [...filler, "Created branch 'trial' and committed changes", 'ok  \texample.com/app\t1.8s']
  expect(resultLines(printed.join('\n'), false)).toBe('ok  \texample.com/app\t1.8s')
  const after = [...filler, 'ok  \texample.com/app\t1.8s', 'Created release 4']
  expect(resultLines(after.join('\n'), false)).toBe('ok  \texample.com/app\t1.8s\nCreated release 4')
})

it('the second place of a linter is one of another rule', () => {
  const printed = [
    'row/row.go:17:6: exported: type name stutters; call it Sheet (revive)',
    'row/row.go:39:6: exported: type name stutters; call it Cell (revive)',
    ...filler,
    'row/row.go:80:6: func widthOf is unused (unused)',
    '3 issues:',
  ]
  expect(resultLines(printed.join('\n'), true)).toBe(
    [printed[0], 'row/row.go:80:6: func widthOf is unused (unused)', '3 issues:'].join('\n'),
  )
})

it('of several lines that say what is wrong in a test, the last is shown and the others are counted', () => {
  const missing = ['start', 'stop', 'resume'].map((name, at) => `a_test.go:${at + 8}: hook ${name} not found`)
  const printed = [
    ...filler,
    '--- FAIL: TestHooks (0.00s)',
    ...missing,
    'FAIL',
    'FAIL\texample.com/app\t0.8s',
  ]
  expect(resultLines(printed.join('\n'), true)).toBe(
    ['--- FAIL: TestHooks (0.00s)', missing[2], '2 more such lines'].join('\n'),
  )
})

it('bun says in two lines how many tests passed and failed', () => {
  const passed = [
    ...filler,
    ' 204 pass',
    ' 0 fail',
    ' 900 expect() calls',
    'Ran 204 tests across 4 files. [3.29s]',
  ]
  expect(resultLines(passed.join('\n'), false)).toBe(
    '204 pass\n0 fail\nRan 204 tests across 4 files. [3.29s]',
  )
  const failed = [
    ...filler,
    'error: expect(received).toBe(expected)',
    ' 0 pass',
    ' 28 fail',
    'Ran 28 tests across 1 file.',
  ]
  expect(resultLines(failed.join('\n'), true)).toBe('error: expect(received).toBe(expected)\n0 pass\n28 fail')
})
