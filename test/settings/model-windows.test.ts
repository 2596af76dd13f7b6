import { describe, expect, it } from 'vitest'
import {
  contextPressure,
  contextWindow,
  modelWindowNames,
  windowOfModel,
} from '../../src/settings/model-windows.ts'

describe('the window of a model', () => {
  it('is found by the beginning of its name, the longest first', () => {
    expect(windowOfModel('claude-opus-5')).toEqual({
      model: 'claude-opus-5',
      tokens: 1_000_000,
      reserve: 128_000,
    })
    expect(windowOfModel('claude-sonnet-4-5-20250929')).toMatchObject({ tokens: 200_000, reserve: 40_000 })
    expect(windowOfModel('claude-sonnet-4-6')).toMatchObject({ tokens: 1_000_000 })
    expect(windowOfModel('gpt-5.4-mini')).toMatchObject({ tokens: 400_000 })
    expect(windowOfModel('gpt-5.4-2026-03-05')).toMatchObject({ tokens: 1_050_000 })
    expect(windowOfModel('gpt-5-codex')).toMatchObject({ tokens: 400_000 })
  })

  it.each([
    ['anthropic/claude-opus-4-6', 1_000_000],
    ['us.anthropic.claude-opus-4-6-v1:0', 1_000_000],
    ['models/gemini-3-pro-preview', 1_048_576],
    ['openrouter/openai/GPT-4o', 128_000],
  ])('is found behind the name of whoever serves it: %s', (model, tokens) => {
    expect(windowOfModel(model)?.tokens).toBe(tokens)
  })

  it('is unknown for a name that merely begins alike', () => {
    expect(windowOfModel('gpt-4omega')).toBeUndefined()
    expect(windowOfModel('o1000')).toBeUndefined()
    expect(windowOfModel('my-own')).toBeUndefined()
    expect(windowOfModel('')).toBeUndefined()
    expect(windowOfModel(`${'/'.repeat(100_000)}gpt-5`)).toBeUndefined()
  })

  it('leaves room for messages, whatever the answer may take', () => {
    for (const name of modelWindowNames) {
      const { tokens = 0, reserve = 0 } = windowOfModel(name) ?? {}
      expect(tokens - reserve, name).toBeGreaterThanOrEqual(0.8 * tokens)
      expect(tokens, name).toBeGreaterThan(100_000)
    }
  })
})

describe('a window', () => {
  it('is a number of tokens or a model', () => {
    expect(contextWindow(150_000)).toEqual({ tokens: 150_000, reserve: 0 })
    expect(contextWindow('200k')).toEqual({ tokens: 200_000, reserve: 0 })
    expect(contextWindow('1.5M')).toEqual({ tokens: 1_500_000, reserve: 0 })
    expect(contextWindow('gpt-4o')).toMatchObject({ model: 'gpt-4o' })
  })

  it.each(['', '0', 'my-own', '-5', '12kk', Number.NaN])('is not %s', window => {
    expect(() => contextWindow(window)).toThrow(/window is .*a model that is known/)
  })
})

describe('pressure', () => {
  it('is measured against what is left for the messages', () => {
    expect(contextPressure(75_000, { tokens: 200_000, reserve: 40_000 }, 10_000)).toEqual({
      window: 200_000,
      reserve: 40_000,
      systemAndToolTokens: 10_000,
      usable: 150_000,
      tokens: 75_000,
      share: 0.5,
    })
  })

  it('is above 1 where nothing is left', () => {
    expect(contextPressure(10, { tokens: 100, reserve: 20 }, 500)).toMatchObject({ usable: 0, share: 10 })
  })
})
