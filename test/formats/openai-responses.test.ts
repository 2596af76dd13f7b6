/** OpenAI Responses: the contract, every item type of the SDK, what it refuses, and what it creates. */
import type {
  ResponseInputContent,
  ResponseInputItem,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import { formats } from '../../src/formats/index.ts'
import { openaiResponses } from '../../src/formats/openai-responses.ts'
import type { Message } from '../../src/types.ts'
import { type BlockWord, describeFormat, neutralSamples } from './contract.ts'
import { looseSamples, typedItems, typedSamples } from './openai-responses.samples.ts'

describeFormat(openaiResponses, [...typedSamples, ...looseSamples])

type ItemType = NonNullable<ResponseInputItem['type']>

/** An item type that the SDK adds does not compile here until it is read knowingly. */
const items: Record<ItemType, readonly BlockWord[]> = {
  message: ['text'],
  reasoning: ['reasoning'],
  function_call: ['toolCall'],
  function_call_output: ['toolResult'],
  custom_tool_call: ['toolCall'],
  custom_tool_call_output: ['toolResult'],
  local_shell_call: ['toolCall'],
  local_shell_call_output: ['toolResult'],
  shell_call: ['toolCall'],
  shell_call_output: ['toolResult', 'toolResult', 'toolResult', 'toolResult'],
  apply_patch_call: ['toolCall'],
  apply_patch_call_output: ['toolResult'],
  computer_call: ['toolCall'],
  computer_call_output: ['toolResult', 'image'],
  web_search_call: ['serverTool'],
  file_search_call: ['serverTool'],
  code_interpreter_call: ['serverTool'],
  image_generation_call: ['image'],
  mcp_list_tools: ['serverTool'],
  mcp_approval_request: ['serverTool'],
  mcp_approval_response: ['serverTool'],
  mcp_call: ['serverTool'],
  tool_search_call: ['serverTool'],
  tool_search_output: ['serverTool'],
  additional_tools: ['serverTool'],
  configuration_update: ['unknown'],
  program: ['serverTool'],
  program_output: ['serverTool'],
  compaction: ['compaction'],
  compaction_trigger: ['compaction'],
  item_reference: ['unknown'],
}

const parts: Record<
  ResponseInputContent['type'] | ResponseOutputMessage['content'][number]['type'],
  BlockWord
> = {
  input_text: 'text',
  output_text: 'text',
  input_image: 'image',
  input_file: 'document',
  refusal: 'refusal',
}

function wordsOf(message: unknown): readonly BlockWord[] {
  return openaiResponses
    .read([message])
    .flatMap(({ blocks }) => blocks.map(block => (block.type === 'opaque' ? block.kind : block.type)))
}

describe('openai-responses', () => {
  it.each(Object.entries(items))('knows an item of type %s', (type, words) => {
    const item = typedItems.find(candidate => candidate.type === type)
    expect(openaiResponses.detect(item, formats)).toEqual({ fits: 'own' })
    expect(wordsOf(item)).toEqual(words)
  })

  it.each(Object.entries(parts))('reads a part of type %s as %s', (type, word) => {
    expect(wordsOf({ type: 'message', role: 'assistant', content: [{ type, text: 'x' }] })).toEqual([word])
  })

  it.each([
    ['nothing', null, 'it is null, not an object'],
    ['neither role nor type', { content: 'x' }, 'it has neither a role nor a type'],
    ['a tool message', { role: 'tool', tool_call_id: 'a', content: 'x' }, 'its role is "tool"'],
    ['calls inside a message', { role: 'assistant', content: 'x', tool_calls: [] }, 'it has tool_calls'],
    ['no content', { role: 'assistant', content: null }, 'its content is null'],
    [
      'a part of Chat Completions',
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      'has type "text"',
    ],
    [
      'a lone part',
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      'it is a content part of type "tool_use"',
    ],
  ])('refuses %s and says why', (_name, message, why) => {
    expect(openaiResponses.detect(message, formats)).toEqual({
      fits: 'no',
      why: expect.stringContaining(why),
    })
  })

  it('takes unknown items for nobody’s own', () => {
    expect(openaiResponses.detect({ type: 'brand_new_item', value: 1 }, formats)).toEqual({ fits: 'shared' })
    expect(openaiResponses.detect({ role: 'user', content: 'x' }, formats)).toEqual({ fits: 'shared' })
  })

  it('reads what one agent says to another, and never edits it', () => {
    const content = [
      { type: 'input_text', text: 'Two tests use timers.' },
      { type: 'encrypted_content', encrypted_content: 'gAAA' },
    ]
    const item = { type: 'agent_message', author: '/root/tests', recipient: '/root', content }
    expect(openaiResponses.detect(item, formats)).toEqual({ fits: 'own' })
    expect(openaiResponses.read([item])).toEqual([
      {
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'Two tests use timers.', media: 'text' },
          { type: 'opaque', kind: 'unknown', value: content[1] },
        ],
      },
    ])
  })

  it('reads the texts of an output of an unknown type, and edits none', () => {
    const output = [
      { type: 'output_text', text: 'Two tests fail.' },
      { type: 'input_image', image_url: 'https://example.com/a.png' },
    ]
    const [, answer] = openaiResponses.read([
      { type: 'multi_agent_call', call_id: 'a', action: 'wait_agent', arguments: '{}' },
      { type: 'multi_agent_call_output', call_id: 'a', action: 'wait_agent', output },
    ])
    expect(answer?.blocks).toMatchObject([
      { type: 'toolResult', callId: 'a', text: 'Two tests fail.' },
      { type: 'opaque', kind: 'image', callId: 'a' },
    ])
    expect(answer?.blocks[0]).not.toHaveProperty('path')
  })

  it('says which messages of the agent are comments on work that goes on', () => {
    const said = (phase: string) => ({ type: 'message', role: 'assistant', content: 'x', phase })
    const read = openaiResponses.read([said('commentary'), said('final_answer')])
    expect(read.map(({ isCommentary = false }) => isCommentary)).toEqual([true, false])
  })

  it('gives an answer the name of its tool and says whether it failed', () => {
    const results = openaiResponses
      .read(typedItems)
      .flatMap(({ blocks }) => blocks.filter(block => block.type === 'toolResult'))
      .map(({ callId, name, isError }) => [callId, name, isError === true])
    expect(results).toEqual([
      ['f1', 'locate', false],
      ['c1', 'note', false],
      ['l1', 'local_shell', false],
      ['s1', 'shell', false],
      ['s1', 'shell', false],
      ['s1', 'shell', true],
      ['s1', 'shell', true],
      ['p1', 'apply_patch', true],
      ['u1', 'computer', false],
    ])
  })

  it('never edits what has a fixed shape, or what its provider wrote', () => {
    const editable = openaiResponses
      .read(typedItems)
      .flatMap(({ blocks }, at) =>
        blocks.some(block => 'path' in block) ? [typedItems[at]?.type ?? 'message'] : [],
      )
    expect(new Set(editable)).toEqual(
      new Set([
        'message',
        'function_call',
        'function_call_output',
        'custom_tool_call',
        'custom_tool_call_output',
        'local_shell_call_output',
        'shell_call_output',
        'apply_patch_call_output',
      ]),
    )
  })

  it('lists unknown roles and what has no shape at all', () => {
    const problems = openaiResponses.check([
      { role: 'tool', content: 'x' },
      7,
      { role: 'user', content: null },
    ])
    expect(problems.map(({ message, code }) => [message, code])).toEqual([
      [0, 'illegal-role'],
      [1, 'malformed'],
      [2, 'empty-content'],
    ])
  })

  it('answers a call in its own kind, also where two calls share an identifier', () => {
    const turn = (text: string): Message[] => [
      { role: 'assistant', blocks: [{ type: 'toolCall', callId: 'c', name: 'f', text, media: 'text' }] },
      { role: 'tool', blocks: [{ type: 'toolResult', callId: 'c', text: 'done', media: 'text' }] },
    ]
    const created = openaiResponses.create([...turn('free text'), ...turn('{}')])
    expect(created.map(item => (item as { type: string }).type)).toEqual([
      'custom_tool_call',
      'custom_tool_call_output',
      'function_call',
      'function_call_output',
    ])
    expect(openaiResponses.check(created)).toEqual([])
  })

  it('writes messages as items that the SDK would take', () => {
    const messages = neutralSamples['parallel results in one user message, with words after them'] ?? []
    expect(openaiResponses.create(messages)).toEqual([
      { type: 'message', role: 'user', content: 'Look around.' },
      { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{"path":"."}' },
      { type: 'function_call', call_id: 'b', name: 'pwd', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'one\ntwo' },
      { type: 'function_call_output', call_id: 'b', output: '/home' },
      { type: 'message', role: 'user', content: 'And now?' },
      { type: 'message', role: 'assistant', content: 'Two files in /home.' },
    ] satisfies ResponseInputItem[])
  })
})
