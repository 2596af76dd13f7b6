import { describe, expect, it } from 'vitest'
import { commentedLines } from '../../../../src/strategies/coverage/mark/commented-lines.ts'

const lines = [
  '# Backups',
  '1. **Nightly copies** (large tables only):',
  '   - Each copy is kept for a month',
  '2. The owner of a table gets a mail',
  '3. Each copy is stored twice',
]

describe('commentedLines', () => {
  it('are those that share rare words with the comment, with the item above them', () => {
    expect(commentedLines(lines, 'No, a copy is kept for a week')).toEqual([1, 2])
    expect(commentedLines(lines, 'the owner needs no mail, each copy is stored once')).toEqual([3, 4])
  })

  it('share more than a word', () => {
    expect(commentedLines(lines, 'not the owner')).toEqual([])
    expect(commentedLines(lines, '')).toEqual([])
  })
})
