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
