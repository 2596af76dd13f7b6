import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }

/** What is shown of an answer where only these lines are chosen. */
function shownOf(answer: string, chosen: readonly string[]): string {
  const offers = offersIn([say('user', text('What is left?')), say('assistant', text(answer))])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.includes(offers.candidates[at]?.text.trim() ?? ''),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
}

const answer =
  'Three are left:\n1. the reader sorts rows\n2. the writer waits\n3. the tests are slow\nThat is all.'

describe('a list in a request', () => {
  it('is shown whole where most of its items are chosen', () => {
    const request = 'Make the loader sturdy.\n\n1. retry twice\n2. wait a second\n3. log each attempt'
    const offers = offersIn([say('user', text(request)), say('assistant', text('I start.'))])
    const chosen = ['1. retry twice', '2. wait a second']
    const pieces = [...offers.candidates.keys()].filter(at =>
      chosen.includes(offers.candidates[at]?.text ?? ''),
    )
    expect(renderDigest(source, offers, pieces)).toContain('2. wait a second\n3. log each attempt')
  })
})

describe('a short list below a sentence that leads to it', () => {
  const lead = 'The record of the reader is **missing** these fields, which the writer has:'

  it('is shown with the sentence', () => {
    expect(shownOf(`${lead}\n- rows\n- columns\n\nThat is all.`, [lead])).toBe(
      `#2 assistant: ${lead}\n- rows\n- columns …`,
    )
  })

  it('is left out where it is long', () => {
    const items = Array.from({ length: 20 }, (_, at) => `- the column with number ${at}`)
    expect(shownOf(`${lead}\n${items.join('\n')}`, [lead])).toBe(`#2 assistant: ${lead} …`)
  })
})

describe('a list in an answer', () => {
  it('is shown whole where most of its items are chosen', () => {
    expect(shownOf(answer, ['1. the reader sorts rows', '3. the tests are slow'])).toBe(
      '#2 assistant: …1. the reader sorts rows\n2. the writer waits\n3. the tests are slow …',
    )
  })

  it('shows one of its items with a mark', () => {
    expect(shownOf(answer, ['2. the writer waits'])).toBe(
      '#2 assistant: Three are left: …\n2. the writer waits …',
    )
  })

  it('shows the item before the last one, also where others are below it', () => {
    const offer =
      'Shall I:\n1. **Change the reader** to:\n   - sort the rows\n2. **Change the writer**\n\nPlease say.'
    expect(shownOf(offer, ['2. **Change the writer**'])).toBe(
      '#2 assistant: Shall I:\n1. **Change the reader** to: …\n2. **Change the writer** …',
    )
    expect(shownOf(offer, ['1. **Change the reader** to:'])).not.toContain('writer')
  })

  it('goes without a long item', () => {
    const long = answer.replace('waits', `waits for ${'the lock of the store '.repeat(6)}`)
    expect(shownOf(long, ['1. the reader sorts rows', '3. the tests are slow'])).toBe(
      '#2 assistant: …1. the reader sorts rows …\n3. the tests are slow …',
    )
  })
})
