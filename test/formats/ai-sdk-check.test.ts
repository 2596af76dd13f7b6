import { generateText, jsonSchema, MissingToolResultsError, type ModelMessage, modelMessageSchema } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { checkAiSdk } from '../../src/formats/ai-sdk-check.ts'
import { approvedCall } from './ai-sdk.samples.ts'

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
const tool = (...content: unknown[]) => ({ role: 'tool', content })
const text = (words: string) => ({ type: 'text', text: words })
const call = (toolCallId: string, providerExecuted = false) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'ls',
  input: {},
  ...(providerExecuted ? { providerExecuted } : {}),
})
const result = (toolCallId: string) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'ls',
  output: { type: 'text', value: 'ok' },
})
const go = user('Go.')
const so = assistant(text('So.'))

/** What is sent, and every problem with it as the number of its message and its code. */
const cases: Readonly<Record<string, readonly [messages: readonly unknown[], problems: string]>> = {
  'nothing wrong': [[go, so], ''],
  'a system message': [[{ role: 'system', content: 'Be brief.' }, go], ''],
  'a call and its result': [[go, assistant(call('a')), tool(result('a')), so], ''],
  'results in two messages': [
    [go, assistant(call('a'), call('b')), tool(result('b')), tool(result('a'))],
    '',
  ],
  'calls in two messages': [
    [go, assistant(call('a')), assistant(call('b')), tool(result('a'), result('b'))],
    '',
  ],
  'a call that the provider ran': [[go, assistant(call('a', true), result('a'), text('So.'))], ''],
  'a call that the provider still runs': [[go, assistant(call('a', true))], ''],
  'a call that was approved': [approvedCall, ''],
  'a call that was approved and run': [[...approvedCall, tool(result('a')), so], ''],
  'a call that was approved and run twice': [
    [...approvedCall, tool(result('a')), tool(result('a'))],
    '4 unpaired-result',
  ],
  'a call that waits for approval': [approvedCall.slice(0, 2), '1 unpaired-call'],
  'an open call at the end': [[go, assistant(call('a'))], '1 unpaired-call'],
  'one call without result': [[go, assistant(call('a'), call('b')), tool(result('b'))], '1 unpaired-call'],
  'an open call before the user': [[go, assistant(call('a')), go], '1 unpaired-call'],
  'a result too late': [[go, assistant(call('a')), go, tool(result('a'))], '3 wrong-order'],

  'a result of nothing': [[go, tool(result('a'))], '1 unpaired-result'],
  'two results of one call': [
    [go, assistant(call('a')), tool(result('a'), result('a'))],
    '2 unpaired-result',
  ],
  'a result of the assistant for a call of ours': [
    [go, assistant(call('a'), result('a'))],
    '1 unpaired-call, 1 unpaired-result',
  ],
  'no message at all': [[go, null], '1 malformed'],
  'a role of others': [[go, { role: 'developer', content: 'Hm.' }], '1 illegal-role'],
  'no content': [[{ role: 'user' }], '0 malformed'],
  'a tool message that is a text': [[go, { role: 'tool', content: 'ok' }], '1 malformed'],
  'a system message of parts': [[{ role: 'system', content: [text('Hm.')] }], '0 malformed'],
  'a part that is no object': [[user(['Go.'])], '0 malformed'],
  'empty texts': [
    [user(''), assistant(text(''), text('')), user([])],
    '0 empty-content, 1 empty-content, 2 empty-content',
  ],
  'a call of the user': [[user([call('a')]), tool(result('a'))], '0 illegal-role'],
  'reasoning in a tool message': [[go, tool({ type: 'reasoning', text: 'Hm.' })], '1 illegal-role'],
}

describe('checkAiSdk', () => {
  it.each(Object.entries(cases))('judges %s', (_name, [messages, expected]) => {
    const problems = checkAiSdk(messages)
    expect(problems.map(({ message, code }) => `${message} ${code}`).join(', ')).toBe(expected)
  })
})

/** Asks a model that answers anything, and says whether the SDK refused to ask because of a call without its result. */
async function isRefused(messages: readonly ModelMessage[]): Promise<boolean> {
  const model = new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: 'text', text: 'Done.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  })
  const rm = { inputSchema: jsonSchema<object>({ type: 'object' }), execute: () => 'gone' }
  try {
    await generateText({ model, messages: [...messages], tools: { rm }, allowSystemInMessages: true })
    return false
  } catch (error) {
    if (MissingToolResultsError.isInstance(error)) return true
    throw error
  }
}

describe('the AI SDK itself', () => {
  const judged = Object.entries(cases).flatMap(([name, [messages, expected]]) =>
    messages.every(message => modelMessageSchema.safeParse(message).success)
      ? [
          {
            name,
            messages: messages as readonly ModelMessage[],
            open: /unpaired-call|wrong-order/.test(expected),
          },
        ]
      : [],
  )

  it.each(judged)('agrees on open calls: $name', async ({ messages, open }) => {
    expect(await isRefused(messages)).toBe(open)
  })
})
