import type { Content, FunctionCall, FunctionResponse, Part } from '@google/genai'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { gemini } from '../../src/formats/gemini.ts'
import { formats } from '../../src/formats/index.ts'
import { type BlockWord, describeFormat } from './contract.ts'
import { geminiSamples } from './gemini.samples.ts'

describeFormat(gemini, geminiSamples)

/** What each field makes of a part, or that it only says more about one. A new field does not compile until it has its place. */
const fields: Readonly<Record<keyof Part, readonly [value: unknown, word: BlockWord] | 'says more'>> = {
  text: ['words', 'text'],
  thought: [true, 'reasoning'],
  thoughtSignature: ['c2lnbmVk', 'reasoning'],
  functionCall: [{ name: 'ls' }, 'toolCall'],
  functionResponse: [{ name: 'ls' }, 'toolResult'],
  inlineData: [{ mimeType: 'image/png' }, 'image'],
  fileData: [{ mimeType: 'application/pdf' }, 'document'],
  executableCode: [{ code: '1' }, 'serverTool'],
  codeExecutionResult: [{ output: '1' }, 'serverTool'],
  toolCall: [{ toolType: 'GOOGLE_SEARCH_WEB' }, 'serverTool'],
  toolResponse: [{ toolType: 'GOOGLE_SEARCH_WEB' }, 'serverTool'],
  audioTranscription: [{ text: 'words' }, 'unknown'],
  mediaResolution: 'says more',
  mediaProcessing: 'says more',
  videoMetadata: 'says more',
  partMetadata: 'says more',
  speechMetadata: 'says more',
}

describe('gemini reads', () => {
  it.each(Object.entries(fields).filter(([, meaning]) => meaning !== 'says more'))(
    'a part with %s',
    (field, meaning) => {
      const [value, word] = meaning
      const part = { [field]: value }
      const [read] = gemini.read([{ role: 'model', parts: [part] }])[0]?.blocks ?? []
      expect(read?.type === 'opaque' ? read.kind : read?.type).toBe(word)
      if (read?.type === 'opaque') expect(read.value).toBe(part)
    },
  )

  it('all that the SDK puts around texts: a new field does not compile until it is thought of', () => {
    expectTypeOf<keyof Content>().toEqualTypeOf<'role' | 'parts'>()
    expectTypeOf<keyof FunctionCall>().toEqualTypeOf<
      'id' | 'name' | 'args' | 'partialArgs' | 'willContinue'
    >()
    expectTypeOf<keyof FunctionResponse>().toEqualTypeOf<
      'id' | 'name' | 'parts' | 'response' | 'scheduling' | 'willContinue'
    >()
  })

  it('responses of one text as that text, and others as JSON, at the place of the whole response', () => {
    const [text, error, json] = gemini.read(geminiSamples[1]?.messages ?? [])[2]?.blocks ?? []
    expect(text).toEqual({
      type: 'toolResult',
      callId: 'call-2',
      name: 'read_file',
      text: 'export {}\n',
      media: 'text',
      path: ['parts', 0, 'functionResponse', 'response'],
    })
    expect(error).toMatchObject({
      callId: 'call-1',
      isError: true,
      text: 'No such file: a.ts',
      media: 'text',
    })
    expect(json).toEqual({
      type: 'toolResult',
      callId: 'call-3',
      name: 'stat',
      text: '{"size":12,"flags":["r","w"],"nested":{"text":"deep"}}',
      media: 'json',
      path: ['parts', 2, 'functionResponse', 'response'],
    })
  })

  it('signed parts and absent values as what cannot be edited', () => {
    const talk = gemini.read(geminiSamples[0]?.messages ?? [])
    const loop = gemini.read(geminiSamples[1]?.messages ?? [])
    expect(talk[3]?.blocks[4]).toEqual({ type: 'text', text: ' It flies.', media: 'text' })
    expect(loop[1]?.blocks[1]).not.toHaveProperty('path')
    expect(loop[1]?.blocks[2]).toHaveProperty('path', ['parts', 2, 'functionCall', 'args'])
    expect(loop[3]?.blocks[0]).toMatchObject({ text: '{}' })
    expect(loop[3]?.blocks[0]).not.toHaveProperty('path')
    expect(loop[4]?.blocks[0]).not.toHaveProperty('path')
  })

  it('responses that JSON cannot carry as what cannot be edited', () => {
    const response = { bytes: new Uint8Array([1]) }
    const [message] = gemini.read([{ role: 'user', parts: [{ functionResponse: { name: 'ls', response } }] }])
    expect(message?.blocks[0]).not.toHaveProperty('path')
  })

  it.each<[string, unknown[], unknown[], readonly [number, number][]]>([
    [
      'by identifier',
      [
        { id: 'x', name: 'ls' },
        { id: 'y', name: 'ls' },
      ],
      [
        { id: 'y', name: 'ls' },
        { id: 'x', name: 'ls' },
      ],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      'by name and order',
      [{ name: 'ls' }, { name: 'pwd' }, { name: 'ls' }],
      [{ name: 'pwd' }, { name: 'ls' }, { name: 'ls' }],
      [
        [0, 1],
        [1, 0],
        [2, 2],
      ],
    ],
    [
      'by name where only responses have identifiers',
      [{ name: 'ls' }, { name: 'ls' }],
      [
        { id: 'x', name: 'ls' },
        { id: 'y', name: 'ls' },
      ],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ['by name where only calls have identifiers', [{ id: 'x', name: 'ls' }], [{ name: 'ls' }], [[0, 0]]],
  ])('which response answers which call: %s', (_name, calls, responses, pairs) => {
    const [asked, answered] = gemini.read([
      { role: 'model', parts: calls.map(functionCall => ({ functionCall })) },
      { role: 'user', parts: responses.map(functionResponse => ({ functionResponse })) },
    ])
    const idsOf = (message: typeof asked) =>
      message?.blocks.map(block =>
        block.type === 'toolCall' || block.type === 'toolResult' ? block.callId : '',
      )
    const callIds = idsOf(asked) ?? []
    expect(new Set(callIds).size).toBe(calls.length)
    expect(pairs.map(([, at]) => idsOf(answered)?.[at])).toEqual(pairs.map(([at]) => callIds[at]))
  })
})

describe('gemini writes', () => {
  const write = (response: unknown) =>
    gemini.write(
      [{ role: 'user', parts: [{ functionResponse: { name: 'ls', response } }] }],
      [{ message: 0, path: ['parts', 0, 'functionResponse', 'response'], text: 'short', media: 'text' }],
    )[0]

  it.each<[string, unknown, unknown]>([
    ['under the key of a sole text', { result: 'long' }, { result: 'short' }],
    ['as output in place of JSON', { a: 1, b: 'long' }, { output: 'short' }],
    ['as error in place of an error of JSON', { error: { code: 5 } }, { error: 'short' }],
    ['as output in place of both', { output: 'long', error: null }, { output: 'short' }],
  ])('a text %s', (_name, response, expected) => {
    expect(write(response)).toEqual({
      role: 'user',
      parts: [{ functionResponse: { name: 'ls', response: expected } }],
    })
  })
})

describe('gemini detects', () => {
  it.each<[string, unknown]>([
    ['a content', { role: 'user', parts: [{ text: 'hi' }] }],
    ['a content without a role', { parts: [{ text: 'hi' }] }],
    ['the old role of responses', { role: 'function', parts: [] }],
    ['an answer without parts', { role: 'model' }],
    ['parts that nobody knows yet', { role: 'user', parts: [{ hologram: 1 }] }],
  ])('%s as its own', (_name, content) => {
    expect(gemini.detect(content, formats)).toEqual({ fits: 'own' })
  })

  it.each<[unknown, string]>([
    [null, 'not an object'],
    ['hi', 'not an object'],
    [{}, 'parts'],
    [{ role: 'user' }, 'parts'],
    [{ role: 'user', content: 'hi' }, 'content'],
    [{ role: 'assistant', parts: [{ text: 'hi' }] }, '"assistant"'],
    [{ role: 'user', parts: 'hi' }, 'parts'],
    [{ role: 'user', parts: ['hi'] }, 'parts[0]'],
    [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'hi' }] }, 'parts[0]'],
  ])('%j as no content of its own, and says why', (content, why) => {
    expect(gemini.detect(content, formats)).toEqual({ fits: 'no', why: expect.stringContaining(why) })
  })
})
