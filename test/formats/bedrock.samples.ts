/** Conversations as the Converse API of Amazon Bedrock takes them. */
import type { FormatSample } from './contract.ts'

const png = { format: 'png', source: { bytes: 'iVBORw0KGgo=' } }

export const bedrockSamples: readonly FormatSample[] = [
  {
    name: 'talk with media, reasoning, a guarded text, citations and a cache point',
    messages: [
      {
        role: 'user',
        content: [
          { image: png },
          { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/film.mp4' } } } },
          {
            document: { format: 'pdf', name: 'report', source: { s3Location: { uri: 's3://bucket/a.pdf' } } },
          },
          { audio: { format: 'wav', source: { bytes: 'UklGRg==' } } },
          {
            searchResult: { source: 'https://example.com', title: 'Birds', content: [{ text: 'They fly.' }] },
          },
          { guardContent: { text: { text: 'Describe them.', qualifiers: ['query'] } } },
          { text: 'All of them.' },
          { cachePoint: { type: 'default' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'The film first.', signature: 'c2lnbmVk' } } },
          { reasoningContent: { redactedContent: 'c2VhbGVk' } },
          {
            citationsContent: {
              content: [{ text: 'A bird' }, { text: ' flies.' }],
              citations: [{ title: 'a' }],
            },
          },
          { text: 'That is all.' },
        ],
      },
    ],
    roles: ['user', 'assistant'],
    blocks: [
      ['image', 'video', 'document', 'audio', 'document', 'text', 'text', 'unknown'],
      ['reasoning', 'reasoning', 'text', 'text'],
    ],
  },
  {
    name: 'a loop of tools with results as text, JSON and an image',
    messages: [
      { role: 'user', content: [{ text: 'Read both files.' }] },
      {
        role: 'assistant',
        content: [
          { text: 'Reading.' },
          { toolUse: { toolUseId: 'call-1', name: 'read_file', input: { path: 'a.ts' } } },
          { toolUse: { toolUseId: 'call-2', name: 'stat', input: { ['__proto__']: [1, null, 2.5] } } },
          { toolUse: { toolUseId: 'call-3', name: 'list', input: {} } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            toolResult: { toolUseId: 'call-2', content: [{ json: { size: 12, nested: { text: 'deep' } } }] },
          },
          {
            toolResult: {
              toolUseId: 'call-1',
              content: [{ text: 'No such file' }, { text: 'a.ts', later: true }],
              status: 'error',
            },
          },
          { toolResult: { toolUseId: 'call-3', content: [{ image: png }], status: 'success' } },
          { text: 'And now?' },
        ],
      },
      { role: 'assistant', content: [{ text: 'There is no a.ts.' }] },
    ],
    roles: ['user', 'assistant', 'user', 'assistant'],
    blocks: [
      ['text'],
      ['text', 'toolCall', 'toolCall', 'toolCall'],
      ['toolResult', 'toolResult', 'toolResult', 'toolResult', 'image', 'text'],
      ['text'],
    ],
  },
  {
    name: 'tools that the provider runs itself, and blocks that nobody knows yet',
    messages: [
      { role: 'user', content: [{ text: 'Go.' }, { hologram: { deep: [1] } }] },
      {
        role: 'assistant',
        content: [
          { toolUse: { toolUseId: 's1', name: 'nova_grounding', input: {}, type: 'server_tool_use' } },
          { toolResult: { toolUseId: 's1', content: [{ json: {} }], type: 'nova_grounding_result' } },
          { text: 'Found.' },
        ],
      },
    ],
    blocks: [
      ['text', 'unknown'],
      ['serverTool', 'serverTool', 'text'],
    ],
  },
  {
    name: 'calls that nobody answered, in the middle and at the end',
    messages: [
      { role: 'user', content: [{ text: 'Go.' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'ls', input: {} } }] },
      { role: 'user', content: [{ text: 'Stop.' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'b', name: 'ls', input: {} } }] },
    ],
    problems: ['unpaired-call', 'unpaired-call'],
  },
]
