import { describe, expect, it } from 'vitest'
import { summaryDraft } from '../../../../src/strategies/coverage/digest/summary-draft.ts'

describe('summaryDraft', () => {
  it.each<[string, readonly string[], readonly number[]]>([
    ['Claude Code', ['Continued.', 'Analysis:', '1. Asked', 'Summary:', '1. Request'], [1, 2, 3]],
    ['tags', ['<analysis>', 'Asked', '</analysis>', '<summary>', 'Request'], [0, 1, 2, 3]],
    ['no draft', ['Summary:', 'Request'], []],
    ['no summary', ['Analysis:', 'Asked'], []],
  ])('of %s', (_, lines, draft) => {
    expect(summaryDraft(lines)).toEqual(draft)
  })
})
