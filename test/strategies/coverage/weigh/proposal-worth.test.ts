import { describe, expect, it } from 'vitest'
import { proposalWorth } from '../../../../src/strategies/coverage/weigh/proposal-worth.ts'

const proposedIn = (lines: readonly string[]): readonly string[] =>
  lines.filter((_, at) => (proposalWorth(lines)[at] as number) < 1)

describe('proposalWorth', () => {
  it('is less for what is asked, for what could be done, and for the items below it', () => {
    const lines = [
      'The queue holds two locks.',
      'We could mend it in two places:',
      '- in the reader',
      '- in the writer',
      'Both are slow.',
      "I'd suggest the reader.",
      'Should I do that?',
    ]
    expect(proposedIn(lines)).toEqual([...lines.slice(1, 4), ...lines.slice(5)])
  })

  it('is less below a heading of proposals, up to the next one', () => {
    const lines = ['## Options', '1. A second queue', '**Cause**', 'One lock is taken twice.']
    expect(proposedIn(lines)).toEqual(lines.slice(0, 2))
  })

  it('is whole for what was found and done', () => {
    expect(proposedIn(['You can run it now.', '1. Mended the reader', 'Could not open the store.'])).toEqual(
      [],
    )
  })
})
