import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { anthropic } from '../../src/formats/anthropic.ts'
import { formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Message } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { anthropicSamples } from './anthropic.samples.ts'
import { type BlockWord, describeFormat } from './contract.ts'

describeFormat(anthropic, anthropicSamples)

type BlockType =
  | Anthropic.ContentBlockParam['type']
  | Anthropic.Beta.BetaContentBlockParam['type']
  | Exclude<Anthropic.ToolResultBlockParam['content'], string | undefined>[number]['type']
  | Exclude<Anthropic.Beta.BetaToolResultBlockParam['content'], string | undefined>[number]['type']

/** Every type that the SDK knows has its place here; a new one does not compile until it has. */
const words: Readonly<Record<BlockType, BlockWord>> = {
  text: 'text',
  tool_use: 'toolCall',
  tool_result: 'toolResult',
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  image: 'image',
  document: 'document',
  search_result: 'document',
  container_upload: 'document',
  server_tool_use: 'serverTool',
  web_search_tool_result: 'serverTool',
  web_fetch_tool_result: 'serverTool',
  code_execution_tool_result: 'serverTool',
  bash_code_execution_tool_result: 'serverTool',
  text_editor_code_execution_tool_result: 'serverTool',
  tool_search_tool_result: 'serverTool',
  advisor_tool_result: 'serverTool',
  mcp_tool_use: 'serverTool',
  mcp_tool_result: 'serverTool',
  mcp_tool_listing: 'serverTool',
  tool_addition: 'serverTool',
  tool_removal: 'serverTool',
  tool_reference: 'serverTool',
  browser_state: 'serverTool',
  fallback: 'serverTool',
  compaction: 'compaction',
}

const roles: Readonly<
  Record<(Anthropic.MessageParam | Anthropic.Beta.BetaMessageParam)['role'], Message['role']>
> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
}

describe('anthropic reads', () => {
  it.each(Object.entries(words))('a block of type %s as %s', (type, word) => {
    const block = { type, text: 'words', id: 'x', name: 'n', input: {}, tool_use_id: 'x', content: 'words' }
    const [message] = anthropic.read([{ role: 'user', content: [block] }])
    const [read] = message?.blocks ?? []
    expect(read?.type === 'opaque' ? read.kind : read?.type).toBe(word)
    if (read?.type === 'opaque') expect(read.value).toBe(block)
  })

  it.each(Object.entries(roles))('the role %s as %s', (role, neutral) => {
    expect(anthropic.read([{ role, content: 'words' }])[0]?.role).toBe(neutral)
  })

  it('where every text is, and whose answer it is', () => {
    const [, , results] = anthropic.read(anthropicSamples[1]?.messages ?? [])
    expect(results?.blocks.slice(0, 4)).toEqual([
      {
        type: 'toolResult',
        callId: 'toolu_02',
        name: 'read',
        text: 'export default {}\n',
        media: 'text',
        path: ['content', 0, 'content'],
      },
      {
        type: 'toolResult',
        callId: 'toolu_01',
        name: 'bash',
        isError: true,
        text: 'FAIL parser.test.ts',
        media: 'text',
        path: ['content', 1, 'content', 0, 'text'],
      },
      {
        type: 'opaque',
        kind: 'image',
        callId: 'toolu_01',
        value: expect.objectContaining({ type: 'image' }),
      },
      expect.objectContaining({ text: 'exit code 1', path: ['content', 1, 'content', 2, 'text'] }),
    ])
  })

  it('arguments as JSON at the place of their object', () => {
    const [, calls] = anthropic.read(anthropicSamples[1]?.messages ?? [])
    expect(calls?.blocks[3]).toEqual({
      type: 'toolCall',
      callId: 'toolu_01',
      name: 'bash',
      text: '{"command":"npm test","flags":["-s",null,1.5]}',
      media: 'json',
      path: ['content', 3, 'input'],
    })
  })

  it('texts with citations and answers without texts as what cannot be edited', () => {
    const cited = anthropic.read(anthropicSamples[0]?.messages ?? [])[3]?.blocks[0]
    const empty = anthropic.read(anthropicSamples[1]?.messages ?? [])[4]?.blocks
    expect(cited).toEqual({ type: 'text', text: 'A parser reads.', media: 'text' })
    expect(empty?.[0]).toEqual({
      type: 'toolResult',
      callId: 'toolu_03',
      name: 'screenshot',
      text: '',
      media: 'text',
    })
    expect(empty?.[2]).toEqual({
      type: 'toolResult',
      callId: 'toolu_04',
      name: 'noop',
      text: '',
      media: 'text',
    })
  })

  it('arguments that JSON cannot carry as what cannot be edited', () => {
    const input = { when: new Date(0) }
    const [message] = anthropic.read([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'n', input }] },
    ])
    expect(message?.blocks[0]).not.toHaveProperty('path')
  })

  it('the identifier of a message that came from the API', () => {
    const response = { id: 'msg_01', type: 'message', role: 'assistant', model: 'claude', content: [] }
    expect(anthropic.read([response])[0]?.id).toBe('msg_01')
    expect(anthropic.read([{ role: 'user', content: 'hi' }])[0]).not.toHaveProperty('id')
  })
})

describe('anthropic detects', () => {
  const text = { type: 'text', text: 'hi' }
  const nested = new Set(['tool_reference', 'browser_state'])

  it.each(Object.keys(words).filter(type => !nested.has(type)))(
    'a block of type %s as no block of others',
    type => {
      const fit = anthropic.detect({ role: 'assistant', content: [{ type, source: {} }] }, formats)
      expect(fit).toEqual({ fits: type === 'text' ? 'shared' : 'own' })
    },
  )

  it.each<[string, unknown]>([
    ['a call', { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] }],
    ['a result beside text', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }, text] }],
    ['thinking', { role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: 's' }, text] }],
    [
      'an image with a source',
      { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'u' } }] },
    ],
    ['a system message for one turn', { role: 'system', clear_at: 'never', content: 'Be brief.' }],
    ['a system message that only sets effort', { role: 'system', output_config: { effort: 'low' } }],
  ])('%s as its own', (_name, message) => {
    expect(anthropic.detect(message, formats)).toEqual({ fits: 'own' })
  })

  it.each<[string, unknown]>([
    ['a text', { role: 'user', content: 'hi' }],
    ['text parts', { role: 'assistant', content: [text, text] }],
    ['an empty list', { role: 'assistant', content: [] }],
    ['a system text', { role: 'system', content: 'Be brief.' }],
    ['unknown parts', { role: 'user', content: [text, { type: 'hologram' }] }],
    [
      'text parts to be cached, as gateways also write them',
      { role: 'user', content: [{ ...text, cache_control: {} }] },
    ],
  ])('%s as shared', (_name, message) => {
    expect(anthropic.detect(message, formats)).toEqual({ fits: 'shared' })
  })

  it.each<[unknown, string]>([
    [null, 'not an object'],
    ['hi', 'not an object'],
    [[], 'not an object'],
    [{}, 'role'],
    [{ role: 'tool', tool_call_id: 'a', content: 'hi' }, '"tool"'],
    [{ role: 'developer', content: 'hi' }, '"developer"'],
    [{ role: 'assistant', content: 'hi', tool_calls: [] }, 'tool_calls'],
    [{ role: 'assistant', content: null }, 'content'],
    [{ role: 'user', content: 7 }, 'content'],
    [{ role: 'user', content: 'hi', providerOptions: {} }, 'providerOptions'],
    [{ role: 'user', parts: [{ text: 'hi' }] }, 'parts'],
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }, 'image_url'],
    [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }, 'input_text'],
    [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {} }] },
      'tool-call',
    ],
    [{ role: 'user', content: [{ type: 'image', image: 'data' }] }, 'image'],
    [{ role: 'user', content: ['hi'] }, 'content[0]'],
    [{ role: 'user', content: [null] }, 'content[0]'],
  ])('%j as no message of its own, and says why', (message, why) => {
    expect(anthropic.detect(message, formats)).toEqual({ fits: 'no', why: expect.stringContaining(why) })
  })
})

describe('a system message between others', () => {
  const log = (word: string) =>
    Array.from({ length: 80 }, (_, at) => `${word} ${at} took ${at * 7} ms`).join('\n')
  const turn = (at: number) => [
    { role: 'user', content: `Look at part ${at}.` },
    { role: 'assistant', content: [{ type: 'tool_use', id: `call_${at}`, name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `call_${at}`, content: log(`row${at}`) }] },
    { role: 'assistant', content: `Part ${at} is slow.` },
  ]
  const messages = [
    ...turn(0),
    { role: 'user', content: 'Shorter answers, please.' },
    { role: 'system', content: 'Be brief from now on.' },
    { role: 'assistant', content: 'Yes.' },
    ...turn(1),
    ...turn(2),
  ]

  it.each(['coverage', 'window', 'anchored', 'opaque'] as const)(
    'keeps its reply in a view of %s',
    strategy => {
      const store = memoryStore()
      const given = { strategy, budget: '30%', store, strict: true } as const
      const { messages: view, receipt } = compressSync(messages, given)
      expect(receipt.budget?.met).toBe(true)
      expect(anthropic.check(view)).toEqual([])
      expect(view).toContain(messages[5])
      expect(uncompressSync(view, store).messages).toStrictEqual(messages)
    },
  )
})
