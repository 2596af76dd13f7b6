import { describe, expect, it } from 'vitest'
import type { EditLine } from '../../../../src/scan/actions/edit-lines.ts'
import { cutPairs } from '../../../../src/strategies/coverage/read/cut-pairs.ts'

const begin = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
const end = Array.from({ length: 60 }, (_, at) => `rest${at}`).join(' ')

const cut = (...lines: readonly string[]): readonly string[] =>
  cutPairs(lines.map(line => ({ sign: line.charAt(0) as EditLine['sign'], text: line.slice(1) })))

describe('long lines of an edit', () => {
  it('are cut around what is different', () => {
    const [before = '', after = ''] = cut(`-${begin} seven ${end}`, `+${begin} nine ${end}`)
    expect(before).toMatch(/^word0 word1 .{20,60} … word\d+ .{10,50}seven rest0 .{80,} …$/)
    expect(after).toMatch(/^word0 word1 .{20,60} … word\d+ .{10,50}nine rest0 .{80,} …$/)
    expect(before.length).toBeLessThan(260)
  })

  it('are paired by how they begin', () => {
    const [, , after] = cut(`-${begin} seven ${end}`, `+${end}`, `+${begin} nine ${end}`)
    expect(after).toContain('nine rest0')
  })

  it('are cut at the end where nothing is like them, and short ones are whole', () => {
    expect(cut(`-${begin}`, `+${end}`)).toEqual([
      expect.stringMatching(/^word0 .{180,} …$/),
      expect.stringMatching(/^rest0 .{180,} …$/),
    ])
    expect(cut('-a = 1', '+a = 2')).toEqual(['a = 1', 'a = 2'])
  })
})
