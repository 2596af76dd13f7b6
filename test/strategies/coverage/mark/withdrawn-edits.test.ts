import { describe, expect, it } from 'vitest'
import type { FileEdit } from '../../../../src/strategies/coverage/mark/replaced-lines.ts'
import { withdrawnEdits } from '../../../../src/strategies/coverage/mark/withdrawn-edits.ts'

/** Edits of one file, each as its lines with their signs; the numbers of those that are taken back by another. */
function withdrawn(
  ...edits: readonly (readonly string[])[]
): readonly (readonly [number, readonly number[]])[] {
  const lines = edits.flat()
  const all = edits.map(
    (_, at): FileEdit => ({
      path: 'src/parse.ts',
      isWhole: false,
      parts: [],
      first: edits.slice(0, at).flat().length,
      end: edits.slice(0, at + 1).flat().length,
    }),
  )
  const columns = { texts: lines.map(line => line.slice(1)), labels: lines.map(line => line.charAt(0)) }
  return withdrawnEdits(all, columns, path => path).map(({ edit, earlier }) => [
    all.indexOf(edit),
    earlier.map(other => all.indexOf(other)),
  ])
}

const check = ['+if (isMissing(path)) {', '+  return undefined', '+}']
const uncheck = check.map(line => `-${line.slice(1)}`)

describe('edits that are taken back', () => {
  it('are those that a later edit undoes', () => {
    expect(withdrawn(check, ['+const limit = 120'], uncheck)).toEqual([[2, [0]]])
    expect(
      withdrawn(['-const limit = 120', '+const limit = 140'], ['-const limit = 140', '+const limit = 120']),
    ).toEqual([[1, [0]]])
  })

  it('may be undone one by one', () => {
    expect(withdrawn(check, check, uncheck, uncheck)).toEqual([
      [2, []],
      [3, [0, 1]],
    ])
  })

  it('are not those that are done again, nor those that only change', () => {
    expect(withdrawn(check, uncheck, check)).toEqual([[1, [0]]])
    expect(withdrawn(['+const limit = 120'], ['-const limit = 120', '+const limit = 140'])).toEqual([])
    expect(withdrawn(uncheck)).toEqual([])
    expect(withdrawn(['+  return'], ['-  return'])).toEqual([])
  })
})
