import { describe, expect, it } from 'vitest'
import { verdictOn } from '../../bench/speed/check-instructions.ts'

const count = (instructions: number, node = 'v24.0.0') =>
  ({ counter: 'perf', node, arch: 'x64', instructions }) as const

describe('the check of instructions', () => {
  it('fails above a tenth more than was recorded, and not below', () => {
    expect(verdictOn(count(1_101e6), [count(1_000e6)])).toEqual({
      isFailure: true,
      message: '1101 million, recorded 1000 million (+10.1 %)',
    })
    expect(verdictOn(count(1_099e6), [count(1_000e6)]).isFailure).toBe(false)
    expect(verdictOn(count(500e6), [count(1_000e6)]).isFailure).toBe(false)
  })

  it('says so where nothing can be compared', () => {
    const verdict = verdictOn(count(9_999e6), [count(1_000e6, 'v22.0.0')])
    expect(verdict.isFailure).toBe(false)
    expect(verdict.message).toContain('not compared')
  })
})
