import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }
const plan =
  '# Plan\n\n## Reader\n\nIt reads rows.\n\n### Errors\n\nIt names the row of each error.\n\n## Writer\n\nIt keeps the order.\n\n```sh\n## not a heading\nnpm test\n```\n\nIt closes the file.'

function shownOf(chosen: readonly string[]): string {
  const offers = offersIn([say('user', text(plan)), say('assistant', text('I start.'))])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.includes(offers.candidates[at]?.text ?? ''),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
}

describe('withNearestHeadings', () => {
  it('shows the heading of a line that would seem to be below an earlier one', () => {
    expect(shownOf(['## Reader', 'It reads rows.', 'It keeps the order.'])).toBe(
      '#1 user: …## Reader\nIt reads rows. …\n## Writer\nIt keeps the order. …',
    )
  })

  it('adds no heading within the section of the one that is shown, nor where none is', () => {
    expect(shownOf(['## Reader', 'It names the row of each error.'])).not.toContain('### Errors')
    expect(shownOf(['It reads rows.', 'It keeps the order.'])).not.toContain('##')
  })

  it('shows what leads to an item that would seem to be below another lead-in', () => {
    const answer =
      'Limits are set in two places.\n\nFor each file:\n\n- Rows are counted.\n- Bytes are not.\n\nFor each worker:\n\n- Jobs are counted.\n\nBoth are kept.'
    const offers = offersIn([
      say('user', text('Where?')),
      say('assistant', text(answer)),
      say('user', text('Go.')),
    ])
    const shown = (...lines: readonly string[]): string => {
      const pieces = [...offers.candidates.keys()].filter(at =>
        lines.includes(offers.candidates[at]?.text ?? ''),
      )
      return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
    }
    expect(shown('For each file:', '- Rows are counted.', '- Jobs are counted.')).toContain(
      'For each worker:\n- Jobs are counted.',
    )
    expect(shown('For each file:', '- Rows are counted.', 'Both are kept.')).not.toContain('worker')
  })

  it('takes no line of a fence for a heading', () => {
    expect(shownOf(['## Writer', 'It closes the file.'])).toBe('#1 user: …## Writer …\nIt closes the file.')
  })
})
