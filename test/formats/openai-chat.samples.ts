/** Chat Completions conversations, held against the types of the official SDK where those can say them. */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { FormatSample } from './contract.ts'

interface TypedSample extends FormatSample {
  readonly messages: readonly ChatCompletionMessageParam[]
}

const picture = 'data:image/png;base64,iVBORw0KGgo='

/** Everything that the SDK can say. */
export const typedSamples: readonly TypedSample[] = [
  {
    name: 'text of every role',
    messages: [
      { role: 'system', content: 'You keep a garden diary.' },
      { role: 'developer', content: [{ type: 'text', text: 'Metric units.' }] },
      { role: 'user', content: 'What did I plant?', name: 'ida' },
      { role: 'assistant', content: 'Beans.\n\n- two rows\n' },
    ],
    roles: ['system', 'developer', 'user', 'assistant'],
    blocks: [['text'], ['text'], ['text'], ['text']],
  },
  {
    name: 'parts of every type',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare these.' },
          { type: 'image_url', image_url: { url: picture, detail: 'low' } },
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'file', file: { filename: 'plan.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
          { type: 'text', text: 'Be brief.', prompt_cache_breakpoint: { mode: 'explicit' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'The first is greener.' },
          { type: 'refusal', refusal: 'I cannot hear the second.' },
        ],
      },
    ],
    blocks: [
      ['text', 'image', 'audio', 'document', 'text'],
      ['text', 'refusal'],
    ],
  },
  {
    name: 'parallel calls, function and custom, answered in another order',
    messages: [
      { role: 'user', content: 'Water the beds.' },
      {
        role: 'assistant',
        content: 'Opening the valves.',
        tool_calls: [
          { id: 'v1', type: 'function', function: { name: 'open_valve', arguments: '{"bed": 1}' } },
          { id: 'v2', type: 'function', function: { name: 'open_valve', arguments: '{"bed": 2}' } },
          { id: 'n1', type: 'custom', custom: { name: 'diary', input: 'watered beds 1, 2' } },
        ],
      },
      { role: 'tool', tool_call_id: 'v2', content: 'bed 2 open' },
      {
        role: 'tool',
        tool_call_id: 'v1',
        content: [
          { type: 'text', text: 'bed 1 open' },
          { type: 'text', text: 'pressure low' },
        ],
      },
      { role: 'tool', tool_call_id: 'n1', content: '' },
      { role: 'assistant', content: 'Both beds are being watered.' },
    ],
    roles: ['user', 'assistant', 'tool', 'tool', 'tool', 'assistant'],
    blocks: [
      ['text'],
      ['text', 'toolCall', 'toolCall', 'toolCall'],
      ['toolResult'],
      ['toolResult', 'toolResult'],
      ['toolResult'],
      ['text'],
    ],
  },
  {
    name: 'the same identifier in two turns',
    messages: [
      { role: 'user', content: 'Check twice.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'probe', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'dry' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'probe', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'wet' },
      { role: 'assistant', content: 'First dry, then wet.' },
    ],
  },
  {
    name: 'legacy function calls',
    messages: [
      { role: 'user', content: 'How deep?' },
      { role: 'assistant', content: null, function_call: { name: 'depth', arguments: '{"seed":"bean"}' } },
      { role: 'function', name: 'depth', content: '4 cm' },
      { role: 'assistant', function_call: { name: 'depth', arguments: '{"seed":"pea"}' } },
      { role: 'function', name: 'depth', content: '3 cm' },
      { role: 'assistant', content: '4 and 3 cm.' },
    ],
    roles: ['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'],
    blocks: [['text'], ['toolCall'], ['toolResult'], ['toolCall'], ['toolResult'], ['text']],
  },
  {
    name: 'an assistant that refused, and one that spoke aloud',
    messages: [
      { role: 'user', content: 'Make weedkiller.' },
      { role: 'assistant', content: null, refusal: 'That would harm the beans.' },
      { role: 'user', content: 'Then sing.' },
      { role: 'assistant', audio: { id: 'audio_1' } },
      { role: 'user', content: 'Thanks.' },
    ],
    blocks: [['text'], ['refusal'], ['text'], ['audio'], ['text']],
  },
  {
    name: 'a conversation that ends in an open call',
    messages: [
      { role: 'user', content: 'Go on.' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'dig', arguments: '{}' } },
          { id: 'b', type: 'function', function: { name: 'sow', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'dug' },
    ],
    problems: ['unpaired-call'],
  },
  {
    name: 'a result that comes too late',
    messages: [
      { role: 'user', content: 'Dig.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'dig', arguments: '{}' } }],
      },
      { role: 'user', content: 'Well?' },
      { role: 'tool', tool_call_id: 'a', content: 'dug' },
    ],
    problems: ['wrong-order'],
  },
  {
    name: 'results that answer nothing, or answer twice',
    messages: [
      { role: 'tool', tool_call_id: 'lost', content: 'who asked?' },
      { role: 'user', content: 'Dig.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'dig', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'dug' },
      { role: 'tool', tool_call_id: 'a', content: 'dug again' },
    ],
    problems: ['unpaired-result', 'unpaired-result'],
  },
  {
    name: 'messages that say nothing',
    messages: [
      { role: 'user', content: [] },
      { role: 'assistant', content: null },
      { role: 'assistant' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'Anyone?' },
    ],
    problems: ['empty-content', 'empty-content', 'empty-content'],
  },
  {
    name: 'calls that the API refuses',
    messages: [
      { role: 'assistant', content: 'No calls at all.', tool_calls: [] },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'twin', type: 'function', function: { name: 'dig', arguments: '{}' } },
          { id: 'twin', type: 'function', function: { name: 'sow', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'twin', content: 'dug' },
      { role: 'tool', tool_call_id: 'twin', content: 'sown' },
    ],
    problems: ['malformed', 'malformed'],
  },
]

/** What servers and agents write beside the official shape. */
export const looseSamples: readonly FormatSample[] = [
  {
    name: 'extra keys, reasoning beside the content, and parts that nobody knows',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Long context.', cache_control: { type: 'ephemeral' } },
          { type: 'video_url', video_url: { url: 'https://example.org/bees.mp4' } },
          { type: 'scent', notes: ['rose'] },
        ],
        cache_control: { type: 'ephemeral' },
      },
      {
        id: 'msg-7',
        role: 'assistant',
        content: 'Bees.',
        reasoning_content: 'The video hums.',
        reasoning_details: [{ type: 'reasoning.text', text: 'It hums.' }],
        refusal: null,
        tool_calls: null,
        annotations: [],
        provider_specific_fields: { a: [1, { b: 2 }] },
      },
    ],
    blocks: [
      ['text', 'video', 'unknown'],
      ['reasoning', 'reasoning', 'text'],
    ],
  },
  {
    name: 'thoughts among the parts, as a list',
    messages: [
      { role: 'user', content: 'How many bees?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Three and four.' }] },
          { type: 'text', text: 'Seven.' },
        ],
      },
      { role: 'user', content: 'And wasps?' },
    ],
    blocks: [['text'], ['reasoning', 'text'], ['text']],
  },
  {
    name: 'a picture inside a result, and a result without text',
    messages: [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'p', type: 'function', function: { name: 'photo', arguments: '{}' } },
          { id: 'q', type: 'function', function: { name: 'photo', arguments: '{}' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'p',
        name: 'photo',
        content: [
          { type: 'text', text: 'taken' },
          { type: 'image_url', image_url: { url: picture } },
        ],
      },
      { role: 'tool', tool_call_id: 'q', content: [{ type: 'image_url', image_url: { url: picture } }] },
    ],
    blocks: [['text'], ['text', 'toolCall', 'toolCall'], ['toolResult', 'image'], ['toolResult', 'image']],
  },
  {
    name: 'calls with objects as arguments, without identifiers, and of unknown types',
    messages: [
      { role: 'user', content: 'Dig.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'd', type: 'function', function: { name: 'dig', arguments: { depth: 4, __proto__: null } } },
          { type: 'function', function: { name: 'sow', arguments: '{}' } },
          { id: 'm', type: 'moonlight', moonlight: {} },
        ],
      },
      { role: 'tool', tool_call_id: 'd', content: 'dug' },
    ],
    blocks: [['text'], ['toolCall', 'toolCall', 'unknown'], ['toolResult']],
    problems: ['malformed', 'malformed'],
  },
  {
    name: 'keys that objects are wary of, and texts that are hard to keep',
    messages: [
      JSON.parse(
        '{"__proto__":{"x":1},"role":"user","content":[{"__proto__":null,"type":"text","text":"a\\u0000\\ud800","toString":1}]}',
      ),
      { role: 'assistant', content: '\u2028\ufeff  trailing \r\n' },
    ],
  },
]
