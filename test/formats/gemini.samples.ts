/** Conversations as the Gemini API takes them, held against the types of its SDK. */
import type { Content } from '@google/genai'
import type { FormatSample } from './contract.ts'

const png = { mimeType: 'image/png', data: 'iVBORw0KGgo=' }

const talk = [
  { parts: [{ text: 'Describe these.' }] },
  { role: 'model', parts: [{ text: 'Which ones?' }] },
  {
    role: 'user',
    parts: [
      { inlineData: png },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://bucket/film.mp4' }, videoMetadata: { fps: 1 } },
      { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
      { fileData: { fileUri: 'gs://bucket/report.pdf' } },
      { text: 'All of them.' },
    ],
  },
  {
    role: 'model',
    parts: [
      { text: 'I look at the film first.', thought: true },
      { executableCode: { code: 'print(1)' } },
      { codeExecutionResult: { output: '1' } },
      { text: 'A bird.' },
      { text: ' It flies.', thoughtSignature: 'c2lnbmVk' },
    ],
  },
] satisfies Content[]

const toolLoop = [
  { role: 'user', parts: [{ text: 'Read both files.' }] },
  {
    role: 'model',
    parts: [
      { text: 'Reading.' },
      {
        functionCall: { id: 'call-1', name: 'read_file', args: { path: 'a.ts' } },
        thoughtSignature: 'c2lnbmVk',
      },
      { functionCall: { id: 'call-2', name: 'read_file', args: { path: 'b.ts', lines: [1, null, 2.5] } } },
      { functionCall: { id: 'call-3', name: 'stat', args: {} } },
    ],
  },
  {
    role: 'user',
    parts: [
      { functionResponse: { id: 'call-2', name: 'read_file', response: { output: 'export {}\n' } } },
      { functionResponse: { id: 'call-1', name: 'read_file', response: { error: 'No such file: a.ts' } } },
      {
        functionResponse: {
          id: 'call-3',
          name: 'stat',
          response: { size: 12, flags: ['r', 'w'], nested: { text: 'deep' } },
          parts: [{ inlineData: png }],
        },
      },
    ],
  },
  { role: 'model', parts: [{ functionCall: { name: 'list' } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'list' } }] },
] satisfies Content[]

export const geminiSamples: readonly FormatSample[] = [
  {
    name: 'talk with media, thoughts and code that the model ran',
    messages: talk,
    roles: ['user', 'assistant', 'user', 'assistant'],
    blocks: [
      ['text'],
      ['text'],
      ['image', 'video', 'audio', 'document', 'text'],
      ['reasoning', 'serverTool', 'serverTool', 'text', 'text'],
    ],
  },
  {
    name: 'a loop of tools with identifiers and signatures',
    messages: toolLoop,
    roles: ['user', 'assistant', 'user', 'assistant', 'user'],
    blocks: [
      ['text'],
      ['text', 'toolCall', 'toolCall', 'toolCall'],
      ['toolResult', 'toolResult', 'toolResult', 'image'],
      ['toolCall'],
      ['toolResult'],
    ],
  },
  {
    name: 'the spelling of hand-written requests, with the old role of responses',
    messages: [
      {
        role: 'user',
        parts: [{ text: 'Go.' }, { inline_data: { mime_type: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thought_signature: 'c2lnbmVk' },
          { function_call: { name: 'ls', args: { path: '.' } } },
          { function_call: { name: 'ls', args: { path: 'src' } } },
          { executable_code: { code: 'print(1)', language: 'PYTHON' } },
        ],
      },
      {
        role: 'function',
        parts: [
          { function_response: { name: 'ls', response: { content: 'a.ts' } } },
          { function_response: { name: 'ls', response: { ['__proto__']: 'b.ts' } } },
        ],
      },
      { role: 'model', parts: [{ text: 'Two files.' }] },
    ],
    roles: ['user', 'assistant', 'tool', 'assistant'],
    blocks: [
      ['text', 'image'],
      ['reasoning', 'toolCall', 'toolCall', 'serverTool'],
      ['toolResult', 'toolResult'],
      ['text'],
    ],
  },
  {
    name: 'errors as objects, and parts that nobody knows yet',
    messages: [
      { role: 'user', parts: [{ text: 'Go.' }, { hologram: { deep: [1] } }] },
      { role: 'model', parts: [{ functionCall: { name: 'ls', args: { ['__proto__']: { a: 1 } } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'ls', response: { error: { code: 5, text: 'EIO' } } } }],
      },
    ],
    blocks: [['text', 'unknown'], ['toolCall'], ['toolResult']],
  },
  {
    name: 'calls that nobody answered, in the middle and at the end',
    messages: [
      { role: 'user', parts: [{ text: 'Go.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] },
      { role: 'user', parts: [{ text: 'Stop.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] },
    ],
    problems: ['unpaired-call', 'unpaired-call'],
  },
]
