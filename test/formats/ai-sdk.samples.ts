/** Conversations as the AI SDK takes them, held against the types of its versions 6 and 7. */
import type { ModelMessage } from 'ai'
import type { ModelMessage as ModelMessage6 } from 'ai-6'
import type { FormatSample } from './contract.ts'

/** What both versions say. */
type AnyMessage = ModelMessage & ModelMessage6

const talk = [
  {
    role: 'system',
    content: 'Be brief.',
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  { role: 'user', content: 'What do you see?' },
  {
    role: 'user',
    content: [
      {
        type: 'text',
        text: 'Here:',
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      },
      { type: 'image', image: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'report.pdf' },
      { type: 'file', data: 'UklGRg==', mediaType: 'audio/wav' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'A chart.', providerOptions: { anthropic: { signature: 'c2lnbmVk' } } },
      { type: 'text', text: 'A chart.' },
      { type: 'text', text: 'It rises.', providerOptions: { openai: { itemId: 'msg_1' } } },
      { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
    ],
  },
  { role: 'assistant', content: 'Anything else?' },
] satisfies AnyMessage[]

const toolLoop = [
  { role: 'user', content: 'Look around.' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { path: '.', depth: [1, null, 0.5] } },
      {
        type: 'tool-call',
        toolCallId: 'b',
        toolName: 'stat',
        input: {},
        providerOptions: { google: { thoughtSignature: 'c2lnbmVk' } },
      },
      { type: 'tool-call', toolCallId: 'c', toolName: 'raw', input: { code: '1 + 1' } },
      { type: 'tool-call', toolCallId: 'd', toolName: 'shot', input: {} },
      { type: 'tool-call', toolCallId: 'e', toolName: 'rm', input: { path: '/' } },
      { type: 'tool-call', toolCallId: 'f', toolName: 'ls', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: { type: 'text', value: 'a.ts\nb.ts' } },
      {
        type: 'tool-result',
        toolCallId: 'b',
        toolName: 'stat',
        output: {
          type: 'json',
          value: { size: 12, tags: ['x', null], deep: { text: 'y' } },
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        },
      },
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'raw',
        output: { type: 'error-text', value: 'boom' },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'd',
        toolName: 'shot',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'The screen.' },
            { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
            { type: 'text', text: 'And its title.' },
            { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf' },
          ],
        },
      },
      {
        type: 'tool-result',
        toolCallId: 'e',
        toolName: 'rm',
        output: { type: 'execution-denied', reason: 'Not that.' },
      },
      {
        type: 'tool-result',
        toolCallId: 'f',
        toolName: 'ls',
        output: { type: 'error-json', value: { code: 5 } },
      },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
] satisfies AnyMessage[]

const providerTools = [
  { role: 'user', content: 'Search.' },
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 's',
        toolName: 'web_search',
        input: { query: 'x' },
        providerExecuted: true,
      },
      {
        type: 'tool-result',
        toolCallId: 's',
        toolName: 'web_search',
        output: { type: 'json', value: [{ url: 'u' }] },
      },
      { type: 'text', text: 'Found.' },
    ],
  },
] satisfies AnyMessage[]

const approvals = [
  { role: 'user', content: 'Remove it.' },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'rm', input: { path: 'x' } },
      { type: 'tool-approval-request', approvalId: 'ap-1', toolCallId: 'a' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap-1', approved: true }] },
] satisfies AnyMessage[]

const newInSeven = [
  {
    role: 'user',
    content: [
      { type: 'file', mediaType: 'image', data: { type: 'data', data: 'iVBORw0KGgo=' } },
      { type: 'text', text: 'Draw it.' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning-file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'custom', kind: 'openai.compaction' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'ls',
        output: {
          type: 'content',
          value: [{ type: 'file', mediaType: 'video/mp4', data: { type: 'data', data: 'AAAA' } }],
        },
      },
    ],
  },
] satisfies ModelMessage[]

export const aiSdkSamples: readonly FormatSample[] = [
  {
    name: 'talk with files, reasoning and options of providers',
    messages: talk,
    roles: ['system', 'user', 'user', 'assistant', 'assistant'],
    blocks: [
      ['text'],
      ['text'],
      ['text', 'image', 'document', 'audio'],
      ['reasoning', 'text', 'text', 'image'],
      ['text'],
    ],
  },
  {
    name: 'a loop of tools with every kind of output',
    messages: toolLoop,
    roles: ['user', 'assistant', 'tool', 'tool', 'assistant'],
    blocks: [
      ['text'],
      ['text', 'toolCall', 'toolCall', 'toolCall', 'toolCall', 'toolCall', 'toolCall'],
      ['toolResult', 'toolResult', 'toolResult'],
      ['toolResult', 'image', 'toolResult', 'document', 'toolResult', 'toolResult'],
      ['text'],
    ],
  },
  {
    name: 'tools that the provider runs',
    messages: providerTools,
    blocks: [['text'], ['serverTool', 'serverTool', 'text']],
  },
  {
    name: 'what version 7 adds',
    messages: newInSeven,
    blocks: [
      ['image', 'text'],
      ['reasoning', 'unknown', 'toolCall'],
      ['toolResult', 'video'],
    ],
  },
  {
    name: 'parts that nobody knows yet',
    messages: [
      { role: 'user', content: [{ type: 'hologram' }, { type: 'text', text: 'See?' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { ['__proto__']: { a: 1 } } }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: { type: 'hologram', value: 1 } },
        ],
      },
    ],
    blocks: [['unknown', 'text'], ['toolCall'], ['toolResult', 'unknown']],
  },
  {
    name: 'calls that nobody answered, in the middle and at the end',
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: {} }] },
      { role: 'user', content: 'Stop.' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'b', toolName: 'ls', input: {} }] },
    ],
    problems: ['unpaired-call', 'unpaired-call'],
  },
]

/** A call that was approved and is still to be run: the SDK runs it before it asks the model. */
export const approvedCall: readonly AnyMessage[] = approvals

/** Data that JSON cannot carry, as the SDK takes it too. */
export const binary: readonly ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'image', image: new Uint8Array([1, 2, 3]) },
      { type: 'file', data: new URL('https://example.com/a.pdf'), mediaType: 'application/pdf' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { since: new Date(0), limit: undefined } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'ls',
        output: { type: 'json', value: { count: undefined } },
      },
    ],
  },
]
