import { describe, expect, it } from 'vitest'
import type { Piece } from '../../../../src/reduce/content/content.ts'
import { cutSteps } from '../../../../src/strategies/coverage/read/cut-steps.ts'

const piece = (text: string, more: Partial<Piece> = {}): Piece => ({
  text,
  lines: 1,
  value: 'useful',
  ...more,
})
const textsOf = (text: string): readonly string[] => cutSteps([piece(text)]).map(cut => cut.text)

describe('cutSteps', () => {
  it.each([
    ['The rate is read twice. ', 'Let me look at its callers.'],
    ['The rate is read twice. ', 'Let me raise it: '],
    ['`readRate` has no callers. It is exported, though. ', 'Now I need to remove it.'],
    ['`Rate` is only an alias. ', 'Now I have all the context I need. Let me write the tests.'],
    ['The check fails for old rates. ', 'Let me fix the missing case.'],
  ])('cuts %s from %s', (found, step) => {
    expect(textsOf(found + step)).toEqual([found, step])
  })

  it.each([
    'The rate is read twice. It should be read once.',
    'The rate is read twice. Let me keep it, since the callers differ.',
    'Now I have the full picture. Let me write the tests.',
    'Perfect! Let me write the tests.',
    'Good. Let me write the tests.',
    '- The rate is read twice. Let me look at its callers.',
    'It is done. Now both callers use the same rate:',
    'Let me look at the callers. They read the rate twice.',
  ])('leaves %s whole', said => {
    expect(textsOf(said)).toEqual([said])
  })

  it('keeps what a line is under, and the number of lines', () => {
    const cut = cutSteps([
      piece('The rate is wrong. Let me raise it.'),
      piece('- one', { under: 0 }),
      piece('- two', { under: 1 }),
    ])
    expect(cut.map(({ lines, under }) => [lines, under])).toEqual([
      [1, undefined],
      [0, undefined],
      [1, 0],
      [1, 2],
    ])
  })
})
