import { describe, expect, it } from 'vitest'
import { type TermKind, termKinds } from '../../../../src/scan/terms.ts'
import {
  type CoverageWeights,
  coverageWeights,
} from '../../../../src/strategies/coverage/coverage-weights.ts'
import { phraseWeights, termWeights } from '../../../../src/strategies/coverage/weigh/entity-weights.ts'
import { likelihoods } from '../../../../src/strategies/coverage/weigh/likelihood.ts'
import { factsOf } from './facts.ts'

const facts = factsOf(termKinds.map(kind => ({ kind, calls: [2, 30], tools: [1, 5] })))
const weights: CoverageWeights = {
  ...coverageWeights,
  worth: { next: 2, phrase: 3, memory: { min: 3, growth: 20 }, talk: 7 },
  focus: 4,
}

describe('termWeights', () => {
  const names: readonly TermKind[] = ['identifier', 'number', 'code', 'path', 'file']
  const plain = termWeights(facts, weights, { focused: new Set(), share: 0.1, talk: 0 })
  const soon = likelihoods(facts, weights.next)
  const later = likelihoods(facts, weights.memory)

  it.each(termKinds)('add what a later use of a name is worth, and only of a name: %s', kind => {
    const term = termKinds.indexOf(kind)
    const memory = names.includes(kind) ? 5 * (later[term] as number) : 0
    expect(plain[term]).toBeCloseTo(2 * (soon[term] as number) + memory)
  })

  it('remember more the larger the budget is', () => {
    const roomy = termWeights(facts, weights, { focused: new Set(), share: 0.2, talk: 0 })
    const path = termKinds.indexOf('path')
    expect((roomy[path] as number) - (plain[path] as number)).toBeCloseTo(2 * (later[path] as number))
    expect(roomy[0]).toBe(plain[0])
  })

  it('take every word for a topic where people only speak', () => {
    const talking = termWeights(facts, weights, { focused: new Set(), share: 0.1, talk: 1 })
    expect([...talking]).toEqual(termKinds.map(() => 7))
    const halfway = termWeights(facts, weights, { focused: new Set(), share: 0.1, talk: 0.5 })
    expect(halfway[0]).toBeCloseTo((plain[0] as number) / 2 + 3.5)
  })

  it('lift what is in focus, however unlikely, and nothing else', () => {
    const path = termKinds.indexOf('path')
    const focused = termWeights(facts, weights, { focused: new Set([0, path]), share: 0.1, talk: 0 })
    expect(focused[0]).toBeCloseTo(2 * 4)
    expect(focused[path]).toBeCloseTo((2 + 5) * 4)
    for (const [term, weight] of plain.entries())
      if (term !== 0 && term !== path) expect(focused[term]).toBe(weight)
  })
})

describe('phraseWeights', () => {
  it('are likelihoods by their worth', () => {
    const expected = [...likelihoods(facts, weights.phrase)].map(likelihood => likelihood * 3)
    expect([...phraseWeights(facts, weights, 0)]).toEqual(expected)
    expect([...phraseWeights(facts, weights, 1)]).toEqual(expected.map(() => 0))
  })
})
