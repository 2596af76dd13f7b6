import { describe, expect, it } from 'vitest'
import { chooseStrategy, type SessionFacts } from '../../../src/strategies/auto/decide-strategy.ts'

const facts = (over: Partial<SessionFacts> = {}): SessionFacts => ({
  trigger: { act: true, why: '80 % of the usable window is full', target: 5 },
  steps: 0,
  decisions: 0,
  wantsSpeed: false,
  hasModel: false,
  hasTarget: false,
  needsLedger: false,
  ...over,
})

describe('the choice of a strategy', () => {
  it('is none while there is room', () => {
    const trigger = { act: false, because: 'room', why: '20 % of the usable window is full' } as const
    expect(chooseStrategy(facts({ trigger, steps: 9, decisions: 9 }))).toEqual({
      reasons: ['20 % of the usable window is full'],
    })
  })

  it('is the ledger for work of several steps with decisions, whatever else is wanted', () => {
    expect(chooseStrategy(facts({ steps: 3, decisions: 1, wantsSpeed: true, hasModel: true }))).toEqual({
      strategy: 'anchored',
      reasons: ['80 % of the usable window is full', '3 steps, 1 decision or rule'],
    })
  })

  it('is the window for speed, a fresh summary with a model, and the ledger without one', () => {
    const few = { steps: 9, decisions: 0 }
    expect(chooseStrategy(facts({ ...few, wantsSpeed: true, hasModel: true })).strategy).toBe('window')
    expect(chooseStrategy(facts({ ...few, hasModel: true })).strategy).toBe('regenerative')
    expect(chooseStrategy(facts(few)).strategy).toBe('hybrid')
    expect(chooseStrategy(facts({ steps: 2, decisions: 5 })).strategy).toBe('hybrid')
  })

  it('is coverage wherever there is a budget or a window, with what the guide says', () => {
    for (const wishes of [{}, { wantsSpeed: true }, { hasModel: true }])
      expect(chooseStrategy(facts({ ...wishes, steps: 3, decisions: 1, hasTarget: true }))).toEqual({
        strategy: 'coverage',
        reasons: [
          '80 % of the usable window is full',
          '3 steps, 1 decision or rule',
          'the guide names anchored; coverage shows more of what is needed in the same room',
        ],
      })
    const budget = chooseStrategy(facts({ trigger: undefined, hasTarget: true }))
    expect(budget).toMatchObject({ strategy: 'coverage' })
    expect(budget.reasons[0]).toBe('a budget is given')
  })

  it('is what the guide says where coverage cannot serve: it keeps no ledger to go on from', () => {
    const going = { hasTarget: true, needsLedger: true }
    expect(chooseStrategy(facts({ ...going, steps: 3, decisions: 1 })).strategy).toBe('anchored')
    expect(chooseStrategy(facts(going)).strategy).toBe('hybrid')
  })

  it('takes a window of unknown size for a full one', () => {
    const choice = chooseStrategy(facts({ trigger: undefined, steps: 5, decisions: 2 }))
    expect(choice).toMatchObject({
      strategy: 'anchored',
      reasons: [/the window is unknown/, '5 steps, 2 decisions and rules'].map(reason =>
        reason instanceof RegExp ? expect.stringMatching(reason) : reason,
      ),
    })
  })
})
