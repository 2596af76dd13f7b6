import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }
const table = (head: string) =>
  `The times:\n\n| ${head} | time |\n| --- | --- |\n| read | 10 ms |\n| write | 20 ms |\n\nThe sizes:\n\n| file | size |\n| --- | --- |\n| a.ts | 2 kB |`

function shownOf(head: string, chosen: readonly string[]): string {
  const offers = offersIn([say('user', text('Measure it.')), say('assistant', text(table(head)))])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.includes(offers.candidates[at]?.text ?? ''),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
}

describe('withTableHeads', () => {
  it('shows the first row of each table of which a row is shown', () => {
    expect(shownOf('step', ['| write | 20 ms |', '| a.ts | 2 kB |'])).toBe(
      '#2 assistant: …| step | time | …\n| write | 20 ms | …\n| file | size |\n| a.ts | 2 kB |',
    )
  })

  it('leaves out a long one', () => {
    expect(shownOf(`step ${'of the work '.repeat(12)}`, ['| write | 20 ms |'])).toBe(
      '#2 assistant: …| write | 20 ms | …',
    )
  })
})
