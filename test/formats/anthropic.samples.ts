/** Conversations as Anthropic's API takes them, held against the types of its SDK. */
import type Anthropic from '@anthropic-ai/sdk'
import type { FormatSample } from './contract.ts'

type BetaMessageParam = Anthropic.Beta.BetaMessageParam

const png = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const
const signature = 'EqQBCkYIBxgCKkBfZm92ZWE='

const plainTalk = [
  { role: 'user', content: 'Which files import the parser?' },
  { role: 'assistant', content: [{ type: 'text', text: 'Two of them: cli.ts and index.ts.' }] },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'And this one?', cache_control: { type: 'ephemeral' } },
      { type: 'image', source: png },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'Notes.' },
        title: 'Notes',
      },
      {
        type: 'search_result',
        source: 'https://example.com/parser',
        title: 'Parsers',
        content: [{ type: 'text', text: 'A parser reads.' }],
      },
    ],
  },
  {
    role: 'assistant',
    content: [
      {
        type: 'text',
        text: 'A parser reads.',
        citations: [
          {
            type: 'search_result_location',
            cited_text: 'A parser reads.',
            source: 'https://example.com/parser',
            title: 'Parsers',
            search_result_index: 0,
            start_block_index: 0,
            end_block_index: 1,
          },
        ],
      },
    ],
  },
] satisfies Anthropic.MessageParam[]

const toolLoop = [
  { role: 'user', content: 'Run the tests and read the first failure.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Tests first, and the config beside them.', signature },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4=' },
      { type: 'text', text: 'I run the tests.' },
      {
        type: 'tool_use',
        id: 'toolu_01',
        name: 'bash',
        input: { command: 'npm test', flags: ['-s', null, 1.5] },
      },
      { type: 'tool_use', id: 'toolu_02', name: 'read', input: {}, cache_control: { type: 'ephemeral' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_02', content: 'export default {}\n' },
      {
        type: 'tool_result',
        tool_use_id: 'toolu_01',
        is_error: true,
        cache_control: { type: 'ephemeral' },
        content: [
          { type: 'text', text: 'FAIL parser.test.ts' },
          { type: 'image', source: png },
          { type: 'text', text: 'exit code 1' },
          { type: 'tool_reference', tool_name: 'bash' },
        ],
      },
      { type: 'text', text: 'Only the first failure, please.' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 'toolu_03', name: 'screenshot', input: { a: 1 } },
      { type: 'tool_use', id: 'toolu_04', name: 'noop', input: { b: 2 } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_03', content: [{ type: 'image', source: png }] },
      { type: 'tool_result', tool_use_id: 'toolu_04' },
    ],
  },
] satisfies Anthropic.MessageParam[]

const neighbours = [
  { role: 'user', content: 'One.' },
  { role: 'user', content: [{ type: 'text', text: 'Two.' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'pwd', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: '/home' }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', content: 'Done.' },
] satisfies Anthropic.MessageParam[]

const serverTools = [
  {
    role: 'user',
    content: [
      { type: 'container_upload', file_id: 'file_01' },
      { type: 'text', text: 'Search.' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'compaction', content: 'What was said before.' },
      { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search', input: { query: 'fovea' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_01',
        content: [
          {
            type: 'web_search_result',
            url: 'https://example.com',
            title: 'Fovea',
            encrypted_content: 'Eo8BCi',
          },
        ],
      },
      { type: 'mcp_tool_use', id: 'mcptoolu_01', name: 'query', server_name: 'wiki', input: { q: 'eye' } },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_01', content: [{ type: 'text', text: 'An eye.' }] },
      { type: 'text', text: 'The fovea is a part of the eye.' },
    ],
  },
] satisfies BetaMessageParam[]

/** Messages of the system inside a conversation, which newer models accept. */
export const systemTurns: readonly BetaMessageParam[] = [
  { role: 'user', content: 'Fix the test.' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_01', name: 'bash', input: { command: 'ls' } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'a.ts' }] },
  { role: 'system', content: 'The budget is nearly spent.' },
  { role: 'system', clear_at: 'next_user_message', content: [{ type: 'text', text: 'Be brief.' }] },
  { role: 'assistant', content: 'Fixed.' },
  { role: 'user', content: 'Thanks.' },
  { role: 'system', output_config: { effort: 'low' } },
]

export const anthropicSamples: readonly FormatSample[] = [
  {
    name: 'talk with images, documents and citations',
    messages: plainTalk,
    blocks: [['text'], ['text'], ['text', 'image', 'document', 'document'], ['text']],
  },
  {
    name: 'a loop of tools with thinking',
    messages: toolLoop,
    roles: ['user', 'assistant', 'user', 'assistant', 'user'],
    blocks: [
      ['text'],
      ['reasoning', 'reasoning', 'text', 'toolCall', 'toolCall'],
      ['toolResult', 'toolResult', 'image', 'toolResult', 'serverTool', 'text'],
      ['toolCall', 'toolCall'],
      ['toolResult', 'image', 'toolResult'],
    ],
  },
  { name: 'neighbours of one role, which the API joins', messages: neighbours },
  {
    name: 'tools that the provider runs',
    messages: serverTools,
    blocks: [
      ['document', 'text'],
      ['compaction', 'serverTool', 'serverTool', 'serverTool', 'serverTool', 'text'],
    ],
  },
  {
    name: 'messages of the system between the turns',
    messages: systemTurns,
    roles: ['user', 'assistant', 'user', 'system', 'system', 'assistant', 'user', 'system'],
    blocks: [['text'], ['toolCall'], ['toolResult'], ['text'], ['text'], ['text'], ['text'], []],
  },
  {
    name: 'blocks of types that nobody knows yet',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'hologram', data: [1, { deep: null }] },
          { type: 'text', text: 'See?' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'x', name: 'look', input: { ['__proto__']: { a: 1 } } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'hologram' }] }] },
    ],
    blocks: [['unknown', 'text'], ['toolCall'], ['toolResult', 'unknown']],
  },
  {
    name: 'calls that nobody answered, in the middle and at the end',
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
      { role: 'user', content: 'Stop.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'ls', input: {} }] },
    ],
    problems: ['unpaired-call', 'unpaired-call'],
  },
]
