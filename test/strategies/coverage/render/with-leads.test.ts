import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }
const items = [
  '1. Read all rows of the file, which may be as large as the memory allows',
  '   1. the header, with the names of the columns',
  '   2. the body, which has no names',
  '2. Sort them by the name of the column that the user gave, or by the first one, in the order of the language',
  '3. Write them to a new file, and rename it when it is complete',
]

function shownOf(lead: string, chosen: readonly string[]): string {
  const answer = [lead, ...items, '', 'That is all.'].join('\n')
  const offers = offersIn([say('user', text('How?')), say('assistant', text(answer))])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.includes(offers.candidates[at]?.text ?? ''),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
}

describe('withLeads', () => {
  const [first = '', , nested = '', second = '', third = ''] = items

  it('shows what leads to a numbered list whose first item is left out', () => {
    expect(shownOf('The writer does this:', [third])).toBe(
      `#2 assistant: The writer does this: …\n${third} …`,
    )
  })

  it('adds nothing to a list that is shown from its first item on', () => {
    expect(shownOf('The writer does this:', [first, third])).toBe(`#2 assistant: …${first} …\n${third} …`)
  })

  it('adds no other line, and no long one', () => {
    expect(shownOf('The writer is slow.', [second])).not.toContain('slow')
    expect(shownOf(`The writer does this${' again and again'.repeat(6)}:`, [second])).not.toContain('again')
    expect(shownOf('The writer does this:', [nested])).not.toContain('The writer')
  })
})
