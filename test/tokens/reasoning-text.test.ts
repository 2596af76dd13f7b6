import { describe, expect, it } from 'vitest'
import { reasoningText } from '../../src/tokens/reasoning-text.ts'

describe('reasoningText', () => {
  it.each([
    ['Anthropic', { type: 'thinking', thinking: 'It leaks.', signature: 'abcd' }, 'It leaks.', 4],
    ['Anthropic, redacted', { type: 'redacted_thinking', data: 'abcdef' }, '', 6],
    [
      'OpenAI',
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'It leaks.' }], encrypted_content: 'abc' },
      'It leaks.',
      3,
    ],
    [
      'Bedrock',
      { reasoningContent: { reasoningText: { text: 'It leaks.', signature: 'abc' } } },
      'It leaks.',
      3,
    ],
    ['Bedrock, redacted', { reasoningContent: { redactedContent: 'abcdef' } }, '', 6],
    ['Gemini', { text: 'It leaks.', thought: true, thoughtSignature: 'ab' }, 'It leaks.', 2],
    ['a text beside the content', 'It leaks.', 'It leaks.', 0],
    ['details beside the content', [{ type: 'reasoning.text', text: 'It leaks.' }], 'It leaks.', 0],
  ])('reads what was said aloud, and measures what is sealed: %s', (_, value, spoken, sealed) => {
    expect(reasoningText({ value })).toEqual({ spoken, sealed })
  })
})
