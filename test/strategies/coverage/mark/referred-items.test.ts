import { describe, expect, it } from 'vitest'
import { referredItems } from '../../../../src/strategies/coverage/mark/referred-items.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'

const answer = [
  'There are two ways:',
  '1. Sort the rows in the reader.',
  '2. Sort them in the writer.',
  'I prefer option 2, since the writer waits anyway.',
]

describe('referredItems', () => {
  it('finds the item that a later line names', () => {
    expect(referredItems(answer)).toEqual([[3, 2]])
  })

  it.each([
    ['no item has the number', [...answer.slice(0, 3), 'I prefer option 4.']],
    ['the item is below', ['Option 1 is quick.', ...answer.slice(0, 3)]],
    ['nothing is named', answer.slice(0, 3)],
  ])('finds none where %s', (_, lines) => {
    expect(referredItems(lines)).toEqual([])
  })

  it('lets such a line be shown only with the item', () => {
    const { candidates } = offersIn([
      say('user', text('Where are they sorted?')),
      say('assistant', text(answer.join('\n'))),
    ])
    const at = candidates.findIndex(each => each.text.startsWith('I prefer'))
    expect(candidates[candidates[at]?.under ?? -1]?.text).toBe('2. Sort them in the writer.')
  })
})
