import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asLines, fromLines, ownLine } from '../../src/ledger/markdown/line-text.ts'

describe('a text of several lines', () => {
  it('reads as a list in a list', () => {
    expect(asLines('Please mend it.\n\nRules:\n- no migrations\n- no pushes\n## Later')).toBe(
      'Please mend it.\n\\\nRules:\n  - no migrations\n  - no pushes\n  ## Later',
    )
  })

  const line = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '  ',
      '- a',
      '  - a',
      '## b',
      '[3 more]',
      '\\',
      '\\- a',
      '  Why: c',
      '  \\',
      'text',
    ),
    fc.string(),
  )
  const text = fc.array(line, { minLength: 1 }).map(lines => lines.join('\n').replaceAll('\r', ''))

  it('comes back to the letter, and no line of it is taken for the ledger’s own', () => {
    fc.assert(
      fc.property(text, said => {
        const lines = asLines(said).split('\n')
        expect(fromLines(lines)).toBe(said)
        for (const each of lines.slice(1)) {
          expect(ownLine.test(each)).toBe(false)
          expect(each).not.toMatch(/^ {2}(?:Why|Asked): /)
        }
      }),
    )
  })
})
