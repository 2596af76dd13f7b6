import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureCount, modelOf, readFeatures, weightsOf } from '../../../../bench/likelihood-features.ts'
import { termKinds } from '../../../../src/scan/terms.ts'
import {
  coverageWeights,
  type Likelihood,
  latenessSteps,
  recencySteps,
} from '../../../../src/strategies/coverage/coverage-weights.ts'
import { likelihoods } from '../../../../src/strategies/coverage/weigh/likelihood.ts'
import { type Entity, factsOf } from './facts.ts'

function featuresOf(entity: Entity): readonly number[] {
  const features = new Float64Array(featureCount).fill(7)
  readFeatures(factsOf([{}, entity]), 1, features)
  return [...features]
}

describe('readFeatures', () => {
  it('reads counts as logarithms and recency as a share', () => {
    const features = featuresOf({ user: [1, 0], calls: [3, recencySteps] })
    expect(features.slice(0, 9)).toEqual([1, Math.log(2), 0, Math.log(4), 0, 1, 0, 0.5, 0])
  })

  it('knows how late anyone said it', () => {
    expect(featuresOf({ tools: [1, latenessSteps], words: [1, 3 * latenessSteps] })[9]).toBe(0.5)
  })

  it.each<[string, Entity, readonly number[]]>([
    ['said once, by tools', { tools: [1, 0] }, [1, 0, 0, 1]],
    ['said twice by tools', { tools: [2, 0] }, [0, 0, 0, 1]],
    ['said by the user', { user: [1, 0] }, [1, 0, 1, 0]],
    ['said in words', { words: [1, 0], tools: [1, 0] }, [0, 1, 0, 0]],
    ['said in a call', { calls: [1, 0], user: [1, 5] }, [0, 1, 1, 0]],
  ])('once, by agent, by user, only by tools: %s', (_, entity, expected) => {
    expect(featuresOf(entity).slice(10, 14)).toEqual(expected)
  })

  it.each(termKinds)('says that it is a %s, and whether the agent used it', kind => {
    const own = termKinds.map(each => (each === kind ? 1 : 0))
    const none = termKinds.map(() => 0)
    expect(featuresOf({ kind, tools: [1, 0] }).slice(14)).toEqual([...own, ...none])
    expect(featuresOf({ kind, calls: [1, 0] }).slice(14)).toEqual([...own, ...own])
  })
})

describe('likelihoods', () => {
  const zero: Likelihood = modelOf(Array.from({ length: featureCount }, () => 0))

  it('are a half where nothing is known, and follow each weight', () => {
    const facts = factsOf([{ user: [1, 0] }, { tools: [1, 0] }])
    expect([...likelihoods(facts, zero)]).toEqual([0.5, 0.5])
    const [byUser, byTools] = likelihoods(facts, { ...zero, byUser: 2 })
    expect(byUser).toBeCloseTo(1 / (1 + Math.exp(-2)))
    expect(byTools).toBe(0.5)
  })

  it.each(['next', 'phrase'] as const)('by %s: recent use is likelier than old use', model => {
    const [recent, old] = likelihoods(
      factsOf([{ calls: [2, 0] }, { calls: [2, 300] }]),
      coverageWeights[model],
    ) as unknown as [number, number]
    expect(recent).toBeGreaterThan(old)
    expect(recent).toBeLessThan(1)
    expect(old).toBeGreaterThan(0)
  })

  it('by memory: what the agent or the user said is likelier than what only tools said, however long ago', () => {
    const [agent, user, tools] = likelihoods(
      factsOf([{ calls: [1, 300] }, { user: [1, 300] }, { tools: [1, 300] }]),
      coverageWeights.memory,
    ) as unknown as [number, number, number]
    expect(agent).toBeGreaterThan(2 * tools)
    expect(user).toBeGreaterThan(2 * tools)
  })
})

const said = fc.option(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 5000 })), { nil: undefined })
const entity = fc
  .record({ kind: fc.constantFrom(...termKinds), user: said, words: said, calls: said, tools: said })
  .map(({ kind, ...by }): Entity => {
    const used = Object.entries(by).filter(([, times]) => times !== undefined)
    return { kind, ...(used.length === 0 ? { tools: [1, 0] } : Object.fromEntries(used)) }
  })

/** Said once by each, lately and long ago. */
const onces: readonly Entity[] = (['user', 'words', 'calls', 'tools'] as const).flatMap(by =>
  termKinds.flatMap(kind => [0, 1, 32, 2047, 2048, 5000].map((age): Entity => ({ kind, [by]: [1, age] }))),
)

describe.each(['next', 'phrase', 'memory'] as const)('likelihoods and readFeatures by %s', name => {
  const weights = weightsOf(coverageWeights[name])
  // The second time each is known.
  const found = (entities: readonly Entity[]): readonly number[] => [
    ...likelihoods(factsOf([...entities, ...entities]), coverageWeights[name]),
  ]
  const expected = (entities: readonly Entity[]): readonly number[] => {
    const likelihood = entities.map(each => {
      const sum = featuresOf(each).reduce((all, value, at) => all + (weights[at] as number) * value, 0)
      return 1 / (1 + Math.exp(-sum))
    })
    return [...likelihood, ...likelihood]
  }

  it('agree to the last bit', () => {
    fc.assert(
      fc.property(fc.array(entity, { minLength: 1, maxLength: 8 }), entities => {
        expect(found(entities)).toEqual(expected(entities))
      }),
    )
  })

  it('agree on what was said once, by anyone at any time', () => {
    expect(found(onces)).toEqual(expected(onces))
  })
})

describe('weightsOf and modelOf', () => {
  it.each(['next', 'phrase', 'memory'] as const)('are inverse to each other for %s', model => {
    expect(weightsOf(coverageWeights[model])).toHaveLength(featureCount)
    expect(modelOf(weightsOf(coverageWeights[model]))).toEqual(coverageWeights[model])
  })
})
