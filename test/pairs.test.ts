/** Pairs of every format, of known types and of types that nobody knows yet, are kept together or condensed together. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import { formatOf } from '../src/formats/detect-format.ts'
import { spanStrategies } from '../src/strategies/index.ts'
import type { FormatName, StrategyName } from '../src/types.ts'

const words = 'the lamp in the corridor was moved and the shutter has been left open since then '

/** Two halves that share an identifier, and what is between them. */
type Pair = (id: string) => readonly [first: unknown, between: readonly unknown[], second: unknown]

interface Case {
  readonly name: string
  readonly format: FormatName
  readonly user: (text: string) => unknown
  readonly assistant: (text: string) => unknown
  readonly pair: Pair
}

const responses = {
  format: 'openai-responses' as const,
  user: (text: string) => ({ type: 'message', role: 'user', content: text }),
  assistant: (text: string) => ({ type: 'message', role: 'assistant', content: text }),
}
const plain = {
  user: (content: string) => ({ role: 'user', content }),
  assistant: (content: string) => ({ role: 'assistant', content }),
}
const blocks = (role: string, ...content: unknown[]) => ({ role, content })
const contents = (role: string, ...parts: unknown[]) => ({ role, parts })

const cases: readonly Case[] = [
  {
    ...responses,
    name: 'a tool search run by the caller',
    pair: id => [
      { type: 'tool_search_call', call_id: id, execution: 'client', arguments: { query: 'lamp' } },
      [],
      { type: 'tool_search_output', call_id: id, execution: 'client', tools: [{ name: 'lamp_move' }] },
    ],
  },
  {
    ...responses,
    name: 'a call of an unknown type',
    pair: id => [
      { type: 'hologram_call', call_id: id, payload: { lamp: words } },
      [responses.user('Meanwhile?')],
      { type: 'hologram_call_output', call_id: id, output: words },
    ],
  },
  {
    ...responses,
    name: 'an approval',
    pair: id => [
      { type: 'mcp_approval_request', id, server_label: 'sky', name: 'lamp', arguments: '{}' },
      [],
      { type: 'mcp_approval_response', approval_request_id: id, approve: true },
    ],
  },
  {
    ...responses,
    name: 'items of unknown types that share an identifier',
    pair: id => [
      { type: 'survey', survey_id: id, note: words },
      [responses.user('Go on.')],
      { type: 'survey_closed', survey_id: id },
    ],
  },
  {
    ...plain,
    name: 'a server tool whose result comes in a later turn',
    format: 'anthropic',
    pair: id => [
      blocks(
        'assistant',
        { type: 'server_tool_use', id, name: 'code_execution', input: { code: words } },
        { type: 'tool_use', id: `${id}_t`, name: 'lamp', input: {}, caller: { tool_id: id } },
      ),
      [blocks('user', { type: 'tool_result', tool_use_id: `${id}_t`, content: words })],
      blocks('assistant', {
        type: 'code_execution_tool_result',
        tool_use_id: id,
        content: { type: 'code_execution_result', stdout: words },
      }),
    ],
  },
  {
    ...plain,
    name: 'a server tool of an unknown type',
    format: 'anthropic',
    pair: id => [
      blocks('assistant', { type: 'dream_tool_use', id, input: { code: words } }),
      [blocks('user', { type: 'text', text: 'Go on.' })],
      blocks('assistant', { type: 'dream_tool_result', tool_use_id: id, content: words }),
    ],
  },
  {
    format: 'gemini',
    user: text => contents('user', { text }),
    assistant: text => contents('model', { text }),
    name: 'a tool that the server runs',
    pair: id => [
      contents('model', { toolCall: { id, toolType: 'LAMP', args: { note: words } } }),
      [contents('user', { text: 'Go on.' })],
      contents('model', { toolResponse: { id, toolType: 'LAMP', response: { note: words } } }),
    ],
  },
  {
    ...plain,
    name: 'a call of an unknown shape',
    format: 'openai-chat',
    pair: id => [
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'dream', dream: { note: words } }] },
      [],
      { role: 'tool', tool_call_id: id, content: words },
    ],
  },
  {
    ...plain,
    name: 'an approval',
    format: 'ai-sdk',
    pair: id => [
      blocks(
        'assistant',
        { type: 'tool-call', toolCallId: `${id}_c`, toolName: 'lamp', input: { note: words } },
        { type: 'tool-approval-request', approvalId: id, toolCallId: `${id}_c` },
      ),
      [],
      blocks(
        'tool',
        { type: 'tool-approval-response', approvalId: id, approved: true },
        {
          type: 'tool-result',
          toolCallId: `${id}_c`,
          toolName: 'lamp',
          output: { type: 'text', value: words },
        },
      ),
    ],
  },
]

/** Those that condense whole messages. */
const strategies = ['coverage', ...spanStrategies.map(({ name }) => name)] as readonly StrategyName[]

describe('a pair by its identifier stays whole or goes whole', () => {
  for (const { name, format, user, assistant, pair } of cases)
    it(`${format}: ${name}`, () => {
      let isCondensed = 0
      const messages: unknown[] = []
      const pairs: (readonly [unknown, unknown])[] = []
      for (let turn = 0; turn < 8; turn += 1) {
        const [first, between, second] = pair(`pair_${turn}`)
        pairs.push([first, second])
        messages.push(user(`Turn ${turn}: ${words.repeat(3)}`), first, ...between, second)
        messages.push(assistant(`Done with ${turn}: ${words.repeat(4)}`))
      }
      messages.push(user('And now?'))
      const problems = formatOf(messages, format).check(messages)
      for (const strategy of strategies)
        for (let budget = 60; budget < 2500; budget += 400) {
          const view = compressSync(messages, { format, strategy, budget, strict: true }).messages
          const seen = new Set(view)
          for (const [first, second] of pairs) {
            expect([strategy, budget, seen.has(first)]).toEqual([strategy, budget, seen.has(second)])
            if (!seen.has(first)) isCondensed += 1
          }
          expect(formatOf(view, format).check(view).length).toBeLessThanOrEqual(problems.length)
        }
      expect(isCondensed).toBeGreaterThan(0)
    })
})
