import { describe, expect, it } from 'vitest'
import { FailedEdits } from '../../../../src/strategies/coverage/mark/failed-edits.ts'

/** Every file was changed last in message 8, and is named by the end of its path. */
const history = { nameOf: (path: string) => path.replace(/^.*\//, ''), lastChange: () => 8 }

describe('FailedEdits', () => {
  it('are overcome by a later change of the file, however its path is written', () => {
    const failed = new FailedEdits(history)
    failed.add('/w/tax.ts', 'failed')
    expect(failed.isOvercome('tax.ts', 4)).toBe(true)
    expect(failed.isOvercome('tax.ts', 8)).toBe(false)
    expect(failed.isOvercome('rate.ts', 4)).toBe(false)
    expect(failed.isOvercome(undefined, 4)).toBe(false)
  })

  it('are forgotten with an edit that went through, not with one that was not allowed', () => {
    const failed = new FailedEdits(history)
    failed.add('tax.ts', 'failed')
    failed.add('tax.ts', 'rejected')
    expect(failed.isOvercome('tax.ts', 4)).toBe(true)
    failed.add('tax.ts', 'ok')
    expect(failed.isOvercome('tax.ts', 4)).toBe(false)
  })

  it('are counted until a call of a tool edits or writes the file', () => {
    const failed = new FailedEdits(history)
    const modify = { type: 'modify', path: 'tax.ts' } as const
    for (const line of [3, 5]) failed.addCall(modify, 'failed', line)
    failed.add('tax.ts', 'ok')
    failed.addCall({ ...modify, path: 'rate.ts' }, 'failed', 7)
    expect(failed.repeated).toEqual([{ line: 5, count: 2 }])
    failed.addCall({ ...modify, type: 'create' }, 'ok', 9)
    expect(failed.repeated).toEqual([])
  })
})
