import { describe, expect, it } from 'vitest'
import { tokenizerOf } from '../../src/tokens/model-counter.ts'
import {
  correctedCounter,
  estimateCounter,
  exactCounter,
  factorFromUsage,
  modelCounter,
} from '../../src/tokens/tokens.ts'

const latin = 'Please rename the function and run the tests again. '.repeat(20)
const chinese = '请把函数改名,然后重新运行测试。'.repeat(20)

describe('modelCounter', () => {
  it.each([
    ['gpt-4o-mini', 'o200k_base'],
    ['gpt-4.1', 'o200k_base'],
    ['gpt-5.1-codex', 'o200k_base'],
    ['openai/gpt-5', 'o200k_base'],
    ['o3-mini', 'o200k_base'],
    ['o1', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-4-turbo-2024-04-09', 'cl100k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
    ['gpt-35-turbo', 'cl100k_base'],
  ] as const)('counts %s exactly, by %s', (model, encoding) => {
    const counter = modelCounter(model)
    expect(counter).toMatchObject({ name: model, exact: true })
    expect(counter.count(chinese)).toBe(exactCounter(encoding).count(chinese))
  })

  it.each([
    ['claude-opus-4-6', 'Claude up to 4.6'],
    ['claude-sonnet-4-5-20250929', 'Claude up to 4.6'],
    ['claude-3-5-sonnet-20241022', 'Claude up to 4.6'],
    ['us.anthropic.claude-opus-4-20250514-v1:0', 'Claude up to 4.6'],
    ['claude-opus-4-7', 'Claude since Opus 4.7'],
    ['anthropic/claude-opus-4.8', 'Claude since Opus 4.7'],
    ['claude-sonnet-5-5', 'Claude since Opus 4.7'],
    ['gemini-2.5-pro', 'Gemini'],
    ['gemini-3-flash-preview', 'Gemini'],
    ['some-model', 'unknown'],
    ['foo-o1', 'unknown'],
  ])('knows the family of %s: %s', (model, family) => {
    expect(tokenizerOf(model).family).toBe(family)
    expect(modelCounter(model).exact).toBe(false)
  })

  it('weighs East Asian text by its own factor', () => {
    const counter = modelCounter('claude-opus-4-6')
    const base = exactCounter()
    expect(counter.count(latin) / base.count(latin)).toBeCloseTo(1.15, 2)
    expect(counter.count(chinese) / base.count(chinese)).toBeGreaterThan(1.3)
    expect(modelCounter('some-model').count(latin)).toBe(base.count(latin))
  })

  it('is as exact as what it counts with', () => {
    const counter = modelCounter('gpt-5', { base: estimateCounter() })
    expect(counter.exact).toBe(false)
    expect(counter.count(latin)).toBe(estimateCounter().count(latin))
  })
})

describe('correctedCounter', () => {
  const counter = modelCounter('claude-opus-4-6')

  it('takes the median of what was reported', () => {
    const observations = [
      { counted: 1000, reported: 1090 },
      { counted: 1000, reported: 1100 },
      { counted: 1000, reported: 9000 },
    ]
    expect(factorFromUsage(observations)).toBeCloseTo(1.1)
    const corrected = correctedCounter(counter, observations)
    expect(corrected.count(latin)).toBe(Math.round(counter.count(latin) * 1.1))
    expect(corrected).toMatchObject({ name: 'claude-opus-4-6', exact: false })
  })

  it('lets a large request weigh more than many small ones', () => {
    const small = Array.from({ length: 20 }, () => ({ counted: 10, reported: 40 }))
    expect(factorFromUsage([...small, { counted: 5000, reported: 5500 }])).toBeCloseTo(1.1)
  })

  it('returns the same counter where nothing was learned', () => {
    expect(correctedCounter(counter, [])).toBe(counter)
    expect(
      correctedCounter(counter, [
        { counted: 0, reported: 10 },
        { counted: 10, reported: 0 },
      ]),
    ).toBe(counter)
    expect(correctedCounter(counter, [{ counted: 10, reported: Number.NaN }])).toBe(counter)
  })
})
