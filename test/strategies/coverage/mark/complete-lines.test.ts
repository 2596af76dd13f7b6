import { describe, expect, it } from 'vitest'
import { completeLines } from '../../../../src/strategies/coverage/mark/complete-lines.ts'

const listed = (lines: readonly string[], from = 1): string =>
  lines.map((line, at) => `${at + from}\t${line}`).join('\n')
const program = ['const rows = []', 'export function add(row) {', '  rows.push(row)', '}']

describe('the lines of a file that was read whole', () => {
  const whole = { readsWhole: true }

  it('are those of an answer with numbers from one on', () => {
    expect(completeLines(whole, listed(program))).toEqual(
      new Set(['const rows = []', 'export function add(row) {', 'rows.push(row)', '}']),
    )
  })

  it('are not known where lines may be missing', () => {
    expect(completeLines({ readsWhole: false }, listed(program))).toBeUndefined()
    expect(completeLines(whole, listed(program, 7))).toBeUndefined()
    expect(completeLines(whole, listed(program.slice(0, 2)))).toBeUndefined()
    expect(completeLines(whole, program.join('\n'))).toBeUndefined()
    expect(completeLines(whole, 'The file is unchanged.')).toBeUndefined()
  })
})
