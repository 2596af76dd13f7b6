import { describe, expect, it } from 'vitest'
import { saidWorth } from '../../../../src/strategies/coverage/weigh/said-worth.ts'

/** From the most useful one. */
const ranks = [
  [
    'The log is empty on both hosts, which means that the agent never starts.',
    'So it is a regression of the loader.',
  ],
  ['The reader is kept because the writer needs it.'],
  [
    'The loader reads the log twice.',
    'Good. The loader ends. Let me read the log.',
    "I'll keep the old loader rather than write one.",
  ],
  [
    "I'm reading the log.",
    'Let me read the log of the loader because it is short.',
    'Actually, let me take a step back.',
    'Hmm, is it the port?',
    'The loader ends, so let me check the log.',
  ],
]

describe('saidWorth', () => {
  it('sets what was found before reasons, and steps and doubts last', () => {
    const worths = ranks.map(texts => new Set(texts.map(saidWorth)))
    expect(worths.map(({ size }) => size)).toEqual([1, 1, 1, 1])
    const least = worths.map(own => Math.min(...own))
    expect(least.toSorted((one, other) => other - one)).toEqual(least)
  })

  it('sets no guess first', () => {
    expect(saidWorth('So it might be the loader.')).toBeLessThan(saidWorth('So it is the loader.'))
  })
})
