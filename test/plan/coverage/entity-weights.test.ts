import { describe, expect, it } from 'vitest'
import { type CoverageWeights, coverageWeights } from '../../../src/plan/coverage/coverage-weights.ts'
import { phraseWeights, termWeights } from '../../../src/plan/coverage/entity-weights.ts'
import { likelihoods } from '../../../src/plan/coverage/likelihood.ts'
import { type TermKind, termKinds } from '../../../src/scan/terms.ts'
import { factsOf } from './facts.ts'

const facts = factsOf(termKinds.map(kind => ({ kind, calls: [2, 30], tools: [1, 5] })))
const weights: CoverageWeights = { ...coverageWeights, worth: { next: 2, phrase: 3, memory: 5 }, focus: 4 }

describe('termWeights', () => {
  const names: readonly TermKind[] = ['identifier', 'number', 'code', 'path', 'file']
  const plain = termWeights(facts, weights, new Set())
  const soon = likelihoods(facts, weights.next)
  const later = likelihoods(facts, weights.memory)

  it.each(termKinds)('add what a later use of a name is worth, and only of a name: %s', kind => {
    const term = termKinds.indexOf(kind)
    const memory = names.includes(kind) ? 5 * (later[term] as number) : 0
    expect(plain[term]).toBeCloseTo(2 * (soon[term] as number) + memory)
  })

  it('lift what is in focus, however unlikely, and nothing else', () => {
    const focused = termWeights(facts, weights, new Set([0]))
    expect(focused[0]).toBeCloseTo(((plain[0] as number) + 2) * 4)
    expect([...focused.slice(1)]).toEqual([...plain.slice(1)])
  })
})

describe('phraseWeights', () => {
  it('are likelihoods by their worth', () => {
    const expected = [...likelihoods(facts, weights.phrase)].map(likelihood => likelihood * 3)
    expect([...phraseWeights(facts, weights)]).toEqual(expected)
  })
})
