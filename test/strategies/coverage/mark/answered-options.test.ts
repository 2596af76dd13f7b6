import { describe, expect, it } from 'vitest'
import { answeredOptions } from '../../../../src/strategies/coverage/mark/answered-options.ts'

const lines = [
  '**Which store should it use?**',
  'Options:',
  '- **One file (Recommended)** - It is easy to move.',
  'It needs no server.',
  '- **A server** - It is shared.',
  '**How far back?**',
  '- **A month** - Small.',
  '- **All of it** - Slow.',
  'Before the answer.',
  '**Answer:** A server, with a lock',
  'All of it',
  'thanks',
]

describe('answeredOptions', () => {
  it('finds questions, chosen options and answers, and what was not chosen', () => {
    expect(answeredOptions(lines, at => at === 3)).toEqual({
      answers: [0, 4, 5, 7, 9, 10],
      declined: [2, 3, 6],
    })
  })

  it('declines nothing where the answer is another one', () => {
    const own = ['Which one?', '- first one', '- second one', 'Answer: neither of them']
    expect(answeredOptions(own)).toEqual({ answers: [0, 3], declined: [] })
  })

  it('finds nothing where no options stand above', () => {
    expect(answeredOptions(['Answer: 42'])).toEqual({ answers: [], declined: [] })
    expect(answeredOptions(['- one', '- two', 'The answer is one.'])).toEqual({ answers: [], declined: [] })
  })
})
