import { type ModelMessage, modelMessageSchema, type ToolResultPart } from 'ai'
import {
  type ModelMessage as ModelMessage6,
  modelMessageSchema as modelMessageSchema6,
  type ToolResultPart as ToolResultPart6,
} from 'ai-6'
import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/formats/ai-sdk.ts'
import { formats } from '../../src/formats/index.ts'
import { aiSdkSamples, approvedCall, binary } from './ai-sdk.samples.ts'
import { type BlockWord, describeFormat, neutralSamples } from './contract.ts'

describeFormat(aiSdk, aiSdkSamples)

type PartsOf<Message> = Message extends { content: infer Content }
  ? Extract<Content, readonly unknown[]>[number]
  : never
type PartType = (PartsOf<ModelMessage> | PartsOf<ModelMessage6>)['type']
type Output = ToolResultPart['output'] | ToolResultPart6['output']
type OutputPartType = Extract<Output, { type: 'content' }>['value'][number]['type']

/** Every type of part that a version knows has its place here; a new one does not compile until it has. */
const words: Readonly<Record<PartType, BlockWord>> = {
  text: 'text',
  image: 'image',
  file: 'document',
  reasoning: 'reasoning',
  'reasoning-file': 'reasoning',
  custom: 'unknown',
  'tool-call': 'toolCall',
  'tool-result': 'serverTool',
  'tool-approval-request': 'unknown',
  'tool-approval-response': 'unknown',
}

const outputWords: Readonly<Record<Output['type'], readonly [output: unknown, words: readonly BlockWord[]]>> =
  {
    text: [{ value: 'words' }, ['toolResult']],
    json: [{ value: {} }, ['toolResult']],
    'error-text': [{ value: 'words' }, ['toolResult']],
    'error-json': [{ value: {} }, ['toolResult']],
    'execution-denied': [{}, ['toolResult']],
    content: [{ value: [] }, ['toolResult']],
  }

const outputPartWords: Readonly<Record<OutputPartType, BlockWord>> = {
  text: 'toolResult',
  media: 'document',
  file: 'document',
  'file-data': 'document',
  'file-url': 'document',
  'file-id': 'document',
  'file-reference': 'document',
  'image-data': 'image',
  'image-url': 'image',
  'image-file-id': 'image',
  'image-file-reference': 'image',
  custom: 'unknown',
}

const roles: Readonly<Record<(ModelMessage | ModelMessage6)['role'], string>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
}

function wordsOf(message: unknown): (string | undefined)[] {
  const [read] = aiSdk.read([message])
  return (read?.blocks ?? []).map(block => (block.type === 'opaque' ? block.kind : block.type))
}

describe('ai-sdk reads', () => {
  it.each(Object.entries(words))('a part of type %s in an assistant message as %s', (type, word) => {
    const part = { type, text: 'words', toolCallId: 'x', toolName: 'n', input: {}, output: {} }
    expect(wordsOf({ role: 'assistant', content: [part] })).toEqual([word])
  })

  it.each(Object.entries(outputWords))('an output of type %s', (type, [output, expected]) => {
    const part = {
      type: 'tool-result',
      toolCallId: 'x',
      toolName: 'n',
      output: { type, ...(output as object) },
    }
    expect(wordsOf({ role: 'tool', content: [part] })).toEqual(expected)
  })

  it.each(Object.entries(outputPartWords))('a part of type %s in an output as %s', (type, word) => {
    const value = [
      { type: 'text', text: 'first' },
      { type, text: 'words' },
    ]
    const part = { type: 'tool-result', toolCallId: 'x', toolName: 'n', output: { type: 'content', value } }
    expect(wordsOf({ role: 'tool', content: [part] })).toEqual(['toolResult', word])
  })

  it.each(Object.entries(roles))('the role %s as %s', (role, neutral) => {
    expect(aiSdk.read([{ role, content: [] }])[0]?.role).toBe(neutral)
  })

  it('text and JSON at the place of the whole output, other texts where they are', () => {
    const [, , first, second] = aiSdk.read(aiSdkSamples[1]?.messages ?? [])
    expect(first?.blocks.slice(0, 2)).toEqual([
      {
        type: 'toolResult',
        callId: 'a',
        name: 'ls',
        text: 'a.ts\nb.ts',
        media: 'text',
        path: ['content', 0, 'output'],
      },
      {
        type: 'toolResult',
        callId: 'b',
        name: 'stat',
        text: '{"type":"json","value":{"size":12,"tags":["x",null],"deep":{"text":"y"}},"providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}}',
        media: 'json',
        path: ['content', 1, 'output'],
      },
    ])
    expect(first?.blocks[2]).toMatchObject({ text: 'boom', isError: true })
    expect(second?.blocks[2]).toMatchObject({ path: ['content', 0, 'output', 'value', 2, 'text'] })
    expect(second?.blocks[4]).toMatchObject({
      text: 'Not that.',
      isError: true,
      path: ['content', 1, 'output', 'reason'],
    })
    expect(second?.blocks[5]).toMatchObject({ media: 'json', isError: true })
  })

  it('what an assistant part says to its provider as what cannot be edited', () => {
    const talk = aiSdk.read(aiSdkSamples[0]?.messages ?? [])
    const loop = aiSdk.read(aiSdkSamples[1]?.messages ?? [])
    expect(talk[2]?.blocks[0]).toHaveProperty('path')
    expect(talk[3]?.blocks[1]).toHaveProperty('path')
    expect(talk[3]?.blocks[2]).not.toHaveProperty('path')
    expect(loop[1]?.blocks[1]).toHaveProperty('path')
    expect(loop[1]?.blocks[2]).not.toHaveProperty('path')
  })

  it('arguments that are a text as that text', () => {
    const part = { type: 'tool-call', toolCallId: 'x', toolName: 'n', input: 'free text' }
    const [message] = aiSdk.read([{ role: 'assistant', content: [part] }])
    expect(message?.blocks[0]).toMatchObject({
      text: 'free text',
      media: 'text',
      path: ['content', 0, 'input'],
    })
  })

  it('data that JSON cannot carry as what cannot be edited', () => {
    const [files, call, result] = aiSdk.read(binary)
    expect(files?.blocks).toMatchObject([{ kind: 'image' }, { kind: 'document' }])
    expect(call?.blocks[0]).toMatchObject({ type: 'toolCall' })
    expect(call?.blocks[0]).not.toHaveProperty('path')
    expect(result?.blocks[0]).toMatchObject({ type: 'toolResult' })
    expect(result?.blocks[0]).not.toHaveProperty('path')
    expect(binary.map(message => aiSdk.detect(message, formats).fits)).toEqual(['own', 'own', 'own'])
  })
})

describe('ai-sdk writes', () => {
  const write = (output: unknown) => {
    const messages = [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'n', output }] },
    ]
    const edit = { message: 0, path: ['content', 0, 'output'], text: 'short', media: 'text' } as const
    const [written] = aiSdk.write(messages, [edit]) as typeof messages
    return written?.content[0]?.output
  }
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

  it.each<[unknown, unknown]>([
    [
      { type: 'text', value: 'long', providerOptions },
      { type: 'text', value: 'short', providerOptions },
    ],
    [
      { type: 'error-text', value: 'long' },
      { type: 'error-text', value: 'short' },
    ],
    [
      { type: 'json', value: [1], providerOptions },
      { type: 'text', value: 'short', providerOptions },
    ],
    [
      { type: 'error-json', value: [1] },
      { type: 'error-text', value: 'short' },
    ],
  ])('a text in place of %j', (output, expected) => {
    expect(write(output)).toEqual(expected)
  })
})

describe('the AI SDK itself', () => {
  const accepted = (message: unknown) => modelMessageSchema.safeParse(message).success

  it('takes the samples as model messages', () => {
    const known = aiSdkSamples
      .filter(({ name }) => !name.includes('nobody knows'))
      .flatMap(({ messages }) => messages)
    expect([...known, ...approvedCall, ...binary].filter(message => !accepted(message))).toEqual([])
  })

  it.each(Object.entries(neutralSamples))(
    'takes what is created of %s, in both versions',
    (_name, messages) => {
      const created = aiSdk.create(messages)
      expect(created.filter(message => !accepted(message))).toEqual([])
      expect(created.filter(message => !modelMessageSchema6.safeParse(message).success)).toEqual([])
    },
  )
})

describe('ai-sdk detects', () => {
  const text = { type: 'text', text: 'hi' }
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {} }
  const result = {
    type: 'tool-result',
    toolCallId: 'a',
    toolName: 'b',
    output: { type: 'text', value: 'ok' },
  }

  it.each<[string, unknown]>([
    ['a call', { role: 'assistant', content: [text, call] }],
    ['a result', { role: 'tool', content: [result] }],
    ['an image', { role: 'user', content: [{ type: 'image', image: 'data' }] }],
    ['a file', { role: 'user', content: [{ type: 'file', data: 'data', mediaType: 'text/plain' }] }],
    ['reasoning', { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }],
    ['options of a message', { role: 'system', content: 'hi', providerOptions: {} }],
    ['options of a part', { role: 'user', content: [{ ...text, providerOptions: {} }] }],
  ])('%s as its own', (_name, message) => {
    expect(aiSdk.detect(message, formats)).toEqual({ fits: 'own' })
  })

  it.each<[string, unknown]>([
    ['a text', { role: 'user', content: 'hi' }],
    ['a system text', { role: 'system', content: 'hi' }],
    ['text parts', { role: 'assistant', content: [text] }],
    ['unknown parts', { role: 'user', content: [text, { type: 'hologram' }] }],
  ])('%s as shared', (_name, message) => {
    expect(aiSdk.detect(message, formats)).toEqual({ fits: 'shared' })
  })

  it.each<[unknown, string]>([
    [null, 'not an object'],
    [[], 'not an object'],
    [{}, 'role'],
    [{ role: 'developer', content: 'hi' }, '"developer"'],
    [{ role: 'tool', content: 'ok' }, 'tool message'],
    [{ role: 'tool', tool_call_id: 'a', content: [text] }, 'tool_call_id'],
    [{ role: 'assistant', content: 'hi', tool_calls: [] }, 'tool_calls'],
    [{ role: 'assistant', content: null }, 'content'],
    [{ role: 'system', content: [text] }, 'content'],
    [{ id: 'm', role: 'user', parts: [text] }, 'convertToModelMessages'],
    [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] }, 'tool_use'],
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }, 'image_url'],
    [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'u' } }] }, 'content[0]'],
    [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }, 'content[0]'],
    [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', args: {} }] },
      'content[0]',
    ],
    [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'b', result: 1 }] },
      'content[0]',
    ],
    [{ role: 'user', content: ['hi'] }, 'content[0]'],
  ])('%j as no message of its own, and says why', (message, why) => {
    expect(aiSdk.detect(message, formats)).toEqual({ fits: 'no', why: expect.stringContaining(why) })
  })
})
