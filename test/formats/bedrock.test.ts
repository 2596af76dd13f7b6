import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { compressRequest } from '../../src/compress-request.ts'
import { bedrock } from '../../src/formats/bedrock.ts'
import { detectFormat } from '../../src/formats/detect-format.ts'
import { formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { bedrockSamples } from './bedrock.samples.ts'
import { describeFormat } from './contract.ts'

describeFormat(bedrock, bedrockSamples)

const user = (...content: readonly unknown[]) => ({ role: 'user', content })
const assistant = (...content: readonly unknown[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ text: words })
const call = (toolUseId: string, input: unknown = {}) => ({ toolUse: { toolUseId, name: 'ls', input } })
const result = (toolUseId: string) => ({ toolResult: { toolUseId, content: [text('a.ts')] } })

describe('bedrock refuses', () => {
  it.each([
    ['a text', 'Hi', 'it is "Hi", not an object'],
    ['another role', { role: 'system', content: [text('x')] }, 'its role is "system", not user or assistant'],
    ['a text as content', { role: 'user', content: 'Hi' }, 'its content is "Hi", not a list of blocks'],
    ['a block that is a text', user('Hi'), 'content[0] is "Hi", not an object'],
    [
      'a block of another format',
      user({ type: 'text', text: 'Hi' }),
      'content[0] has the type "text", and the blocks of Bedrock have none',
    ],
  ])('%s', (_, message, why) => {
    expect(bedrock.detect(message, formats)).toEqual({ fits: 'no', why })
  })

  it('a list in which no block is known', () => {
    expect(() => detectFormat([user({ hologram: 1 })])).toThrow('Cannot read messages[0]')
  })
})

describe('bedrock checks', () => {
  it.each([
    ['who speaks first', [assistant(text('Hi'))], ['wrong-order']],
    ['that roles alternate', [user(text('Hi')), user(text('Go.'))], ['wrong-order']],
    ['that content is there', [user()], ['empty-content']],
    ['that texts are not blank', [user(text(' \n'))], ['empty-content']],
    ['that only the assistant calls', [user(text('Hi'), call('a'))], ['illegal-role']],
    ['that only the user answers', [user(text('Hi')), assistant(result('a'))], ['illegal-role']],
    [
      'that arguments are an object',
      [user(text('Hi')), assistant(call('a', 'x')), user(result('a'))],
      ['malformed'],
    ],
    [
      'which characters an identifier has',
      [user(text('Hi')), assistant(call('a\nb')), user(result('a\nb'))],
      ['malformed'],
    ],
    [
      'that results come first',
      [user(text('Hi')), assistant(call('a')), user(text('Now.'), result('a'))],
      ['wrong-order'],
    ],
    [
      'that an error has content',
      [
        user(text('Hi')),
        assistant(call('a')),
        user({ toolResult: { toolUseId: 'a', content: [], status: 'error' } }),
      ],
      ['empty-content'],
    ],
    [
      'no order of cache points',
      [
        user(text('Hi')),
        assistant(call('a'), call('b')),
        user(result('a'), { cachePoint: { type: 'default' } }, result('b')),
      ],
      [],
    ],
    ['messages', [7, { role: 'system', content: [] }], ['malformed', 'illegal-role']],
    ['blocks', [user(7)], ['malformed']],
  ])('%s', (_, messages, codes) => {
    expect(
      bedrock
        .check(messages)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes.toSorted())
  })
})

it('creates identifiers that bedrock takes, one for each call', () => {
  const callId = `call 1\nfc_${'0'.repeat(80)}`
  const asked = { type: 'toolCall', callId, name: 'ls', text: '{}', media: 'json' } as const
  const answer = { type: 'toolResult', callId, text: 'a.ts', media: 'text' } as const
  const created = bedrock.create([
    { role: 'user', blocks: [{ type: 'text', text: 'Look twice.', media: 'text' }] },
    { role: 'assistant', blocks: [asked] },
    { role: 'tool', blocks: [answer] },
    { role: 'assistant', blocks: [asked] },
    { role: 'tool', blocks: [answer] },
  ])
  expect(bedrock.check(created)).toEqual([])
  const id = `call_1_fc_${'0'.repeat(46)}`
  const ids = JSON.stringify(created).match(/call_1_fc_\w+/g)
  expect(ids).toEqual([id, id, `${id}_2`, `${id}_2`])
})

it('creates a failed result without words as an error that bedrock takes', () => {
  const created = bedrock.create([
    { role: 'user', blocks: [{ type: 'text', text: 'Look.', media: 'text' }] },
    { role: 'assistant', blocks: [{ type: 'toolCall', callId: 'a', name: 'ls', text: '{}', media: 'json' }] },
    { role: 'tool', blocks: [{ type: 'toolResult', callId: 'a', text: '', media: 'text', isError: true }] },
  ])
  expect(bedrock.check(created)).toEqual([])
  expect(bedrock.read(created)[2]?.blocks).toMatchObject([{ type: 'toolResult', isError: true }])
})

it.each([
  ['error', true],
  ['success', false],
  [undefined, undefined],
])('reads the status %s of a result', (status, isError) => {
  const toolResult = { toolUseId: 'a', content: [text('a.ts')], status }
  const [, , answer] = bedrock.read([user(text('Hi')), assistant(call('a')), user({ toolResult })])
  expect(answer?.blocks[0]).toHaveProperty('type', 'toolResult')
  expect(answer?.blocks.map(block => block.type === 'toolResult' && block.isError)).toEqual([isError])
})

describe('a session of bedrock', () => {
  const log = (word: string) =>
    Array.from({ length: 80 }, (_, at) => `${word} ${at} took ${at * 7} ms`).join('\n')
  const picture = { image: { format: 'png', source: { bytes: new Uint8Array([137, 80, 78, 71]) } } }
  const messages = Array.from({ length: 8 }, (_, at) => [
    user(text(`Look at part ${at}.`), ...(at === 7 ? [picture] : [])),
    assistant(text(log(`part${at}`)), call(`call_${at}`)),
    user({ toolResult: { toolUseId: `call_${at}`, content: [{ json: { output: log('row') } }] } }),
    assistant(text(`Part ${at} is slow.`)),
  ]).flat()

  it.each(['coverage', 'window', 'cap'] as const)('is compressed by %s and comes back', strategy => {
    const store = memoryStore()
    const { messages: view, receipt } = compressSync(messages, {
      strategy,
      budget: '30%',
      store,
      strict: true,
    })
    expect(receipt).toMatchObject({ format: 'bedrock', budget: { met: true } })
    expect(bedrock.check(view)).toEqual([])
    expect(uncompressSync(view, store).messages).toStrictEqual(messages)
  })

  it('is found in the body of a request, with its system text and tools', async () => {
    const body = {
      modelId: 'anthropic.claude',
      messages,
      system: [text('Be brief.')],
      toolConfig: { tools: [{ toolSpec: { name: 'ls', inputSchema: { json: {} } } }] },
    }
    const { body: view, receipt } = await compressRequest(body, { budget: 4000, strict: true })
    expect(receipt).toMatchObject({ format: 'bedrock', budget: { met: true } })
    expect(view).toMatchObject({ system: body.system, toolConfig: body.toolConfig })
    expect(view.messages.length).toBeLessThan(messages.length)
  })
})
