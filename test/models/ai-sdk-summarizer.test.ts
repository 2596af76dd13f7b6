import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { MockLanguageModelV3 as MockLanguageModelV3OfSix } from 'ai-6/test'
import { describe, expect, it } from 'vitest'
import { aiSdkSummarizer } from '../../src/models/ai-sdk-models.ts'
import type { SummaryContext } from '../../src/models/model.ts'

const context: SummaryContext = {
  role: 'assistant',
  maxTokens: 100,
  signal: new AbortController().signal,
  preserveTerms: ['left-pad'],
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

function answering(text: string, unified: 'stop' | 'length' | 'content-filter' = 'stop') {
  return {
    content: [
      { type: 'reasoning' as const, text: 'thinking about it' },
      { type: 'text' as const, text },
      { type: 'text' as const, text: ' Done.' },
    ],
    finishReason: { unified, raw: undefined },
    usage,
    warnings: [],
  }
}

describe.each([
  ['version 7', (answer: ReturnType<typeof answering>) => new MockLanguageModelV4({ doGenerate: answer })],
  [
    'version 7, older model',
    (answer: ReturnType<typeof answering>) => new MockLanguageModelV3({ doGenerate: answer }),
  ],
  [
    'version 6',
    (answer: ReturnType<typeof answering>) => new MockLanguageModelV3OfSix({ doGenerate: answer }),
  ],
])('aiSdkSummarizer with a model of %s', (_, modelThat) => {
  it('returns the text of the answer and nothing else', async () => {
    const model = modelThat(answering('It broke.'))
    expect(await aiSdkSummarizer(model)('A long story.', context)).toBe('It broke. Done.')
    const [call, ...others] = model.doGenerateCalls
    expect(others).toEqual([])
    expect(call?.abortSignal).toBe(context.signal)
    expect(call?.maxOutputTokens).toBe(1024)
    expect(call?.prompt.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(JSON.stringify(call?.prompt[0])).toContain('left-pad')
    expect(JSON.stringify(call?.prompt[1])).toContain('A long story.')
  })

  it('passes settings on, and its style', async () => {
    const model = modelThat(answering('It broke.'))
    const settings = { temperature: 0, maxOutputTokens: 4000 }
    await aiSdkSummarizer(model, { style: 'aggressive', settings })('A long story.', context)
    expect(model.doGenerateCalls[0]).toMatchObject(settings)
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt[0])).toContain('bare notes')
  })

  it('fails where the answer is cut off or filtered, and says what to do', async () => {
    const ask = (unified: 'length' | 'content-filter') =>
      aiSdkSummarizer(modelThat(answering('It', unified)))('A long story.', context)
    await expect(ask('length')).rejects.toThrow('settings.maxOutputTokens')
    await expect(ask('content-filter')).rejects.toThrow('content-filter')
  })
})

describe('aiSdkSummarizer', () => {
  it('understands the older finish reason, a plain string', async () => {
    const model = {
      doGenerate: async () => ({ content: [{ type: 'text', text: 'It' }], finishReason: 'length' }),
    }
    await expect(aiSdkSummarizer(model)('A long story.', context)).rejects.toThrow('output limit')
  })

  it('leaves out what a model thinks aloud', async () => {
    const text = '<think>Let me see.</think>\n\nIt broke.'
    const model = { doGenerate: async () => ({ content: [{ type: 'text', text }], finishReason: 'stop' }) }
    expect(await aiSdkSummarizer(model)('A long story.', context)).toBe('\n\nIt broke.')
  })

  it('refuses the name of a model', () => {
    expect(() => aiSdkSummarizer('openai/gpt-5' as never)).toThrow('not its name')
    expect(() => aiSdkSummarizer(undefined as never)).toThrow('not its name')
  })

  it('lets the model fail', async () => {
    const model = new MockLanguageModelV4({ doGenerate: () => Promise.reject(new Error('overloaded')) })
    await expect(aiSdkSummarizer(model)('A long story.', context)).rejects.toThrow('overloaded')
  })
})
