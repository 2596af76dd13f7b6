import { describe, expect, it } from 'vitest'
import { bitsOf } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { restatingComments } from '../../../../src/strategies/coverage/weigh/restating-comments.ts'

/** Whether the first of two lines is worth little. */
function isLow(comment: string, head: string, author: 'calls' | 'words' = 'calls'): boolean {
  const facts = { isRule: false, isUninformative: false, isCode: false, isOutline: false, isSignature: false }
  const line = bitsOf({ ...facts, value: 'plain', author, isOutcome: false })
  const candidates = {
    texts: [comment, head],
    bits: Int32Array.of(line, line),
    sections: Int32Array.of(0, 0),
    length: 2,
  }
  return (restatingComments({ candidates })[0] as number) < 1
}

describe('a comment above a definition', () => {
  const head = 'func loadRows(path string) []Row {'

  it('is worth little where it says what its name says', () => {
    expect(isLow('// loadRows loads the rows of a path.', head)).toBe(true)
    expect(isLow('// loadRows returns all rows.', head)).toBe(true)
  })

  it('keeps its worth where it says more', () => {
    expect(isLow('// loadRows skips rows without a ledger number.', head)).toBe(false)
    expect(isLow('// The rows are loaded.', head)).toBe(false)
    expect(isLow('// loadRows loads the rows.', 'const limit = 7')).toBe(false)
    expect(isLow('// loadRows loads the rows.', head, 'words')).toBe(false)
  })
})
