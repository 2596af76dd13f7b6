import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit, Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import type { Block } from '../../src/types.ts'

/** Messages of all formats, of none, and of several at once: made of their words at random. */
const keys = [
  ...['role', 'content', 'parts', 'type', 'text', 'id', 'name', 'input', 'output', 'value', 'arguments'],
  ...[
    'tool_use_id',
    'tool_calls',
    'tool_call_id',
    'function',
    'function_call',
    'call_id',
    'source',
    'citations',
  ],
  ...['toolCallId', 'toolName', 'providerExecuted', 'providerOptions', 'functionCall', 'functionResponse'],
  ...[
    'response',
    'args',
    'function_response',
    'thought',
    'thoughtSignature',
    'inlineData',
    'error',
    'reason',
  ],
  ...['summary', '__proto__', 'toString'],
]
const words = [
  ...['user', 'assistant', 'system', 'tool', 'model', 'function', 'developer'],
  ...[
    'text',
    'image',
    'tool_use',
    'tool_result',
    'thinking',
    'tool-call',
    'tool-result',
    'json',
    'error-json',
  ],
  ...[
    'content',
    'execution-denied',
    'message',
    'input_text',
    'output_text',
    'function_call_output',
    'reasoning',
  ],
  ...['a', 'b', '', ' '],
]

const { value: anything } = fc.letrec<{ value: unknown; list: unknown; record: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...words, null, true, 0, 1.5) },
    { weight: 2, arbitrary: tie('list') },
    { weight: 4, arbitrary: tie('record') },
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
}))

const callId = fc.constantFrom('a', 'b')
const name = fc.constant('tool')
const text = fc.record({ type: fc.constant('text'), text: fc.constantFrom(...words) })
const texts = fc.oneof(fc.constantFrom('', 'hi'), fc.array(fc.oneof(text, anything), { maxLength: 3 }))

/** What each format writes, with anything where it may hold anything. */
const message = fc.oneof(
  anything,
  fc.record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: listOf(
      text,
      fc.record({ type: fc.constant('tool_use'), id: callId, name, input: anything }),
      fc.record({ type: fc.constant('tool_result'), tool_use_id: callId, content: texts }),
      fc.record({ type: fc.constantFrom('thinking', 'document', 'hologram'), text: anything }),
    ),
  }),
  fc.record({
    role: fc.constantFrom('user', 'assistant', 'tool'),
    content: listOf(
      text,
      fc.record({ type: fc.constant('tool-call'), toolCallId: callId, toolName: name, input: anything }),
      fc.record({
        type: fc.constant('tool-result'),
        toolCallId: callId,
        toolName: name,
        output: fc.oneof(
          fc.record({ type: fc.constantFrom('text', 'json', 'error-text', 'error-json'), value: anything }),
          fc.record({ type: fc.constant('content'), value: texts }),
        ),
      }),
    ),
  }),
  fc.record({
    role: fc.constantFrom('user', 'model', 'function'),
    parts: listOf(
      fc.record({ text: fc.constantFrom(...words) }),
      fc.record({ functionCall: fc.record({ name, args: anything }) }),
      fc.record({ functionResponse: fc.record({ name, response: anything, parts: anything }) }),
      fc.record({ hologram: anything }),
    ),
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constantFrom(null, 'hi'),
    tool_calls: listOf(
      fc.record({
        id: callId,
        type: fc.constant('function'),
        function: fc.record({ name, arguments: anything }),
      }),
    ),
  }),
  fc.record({ role: fc.constant('tool'), tool_call_id: callId, content: texts }),
  fc.record({ type: fc.constant('function_call'), call_id: callId, name, arguments: anything }),
  fc.record({ type: fc.constant('function_call_output'), call_id: callId, output: anything }),
)
const messages = fc.array(message, { maxLength: 6 })

function listOf(...arbitraries: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown[]> {
  return fc.array(fc.oneof(...arbitraries), { maxLength: 4 })
}

type Editable = Exclude<Block, { type: 'opaque' }>

function editsOf(
  format: Format,
  raw: readonly unknown[],
  textOf: (block: Editable) => Pick<Edit, 'text' | 'media'>,
): Edit[] {
  return format.read(raw).flatMap(({ blocks }, at) =>
    blocks.flatMap(block => {
      if (block.type === 'opaque' || block.path === undefined) return []
      const { text, media } = textOf(block)
      return [{ message: at, path: block.path, text, media }]
    }),
  )
}

/** Arguments that are an object stay one; every other block may read any text. */
function shortened({ type, media }: Editable): Pick<Edit, 'text' | 'media'> {
  return type === 'toolCall' && media === 'json'
    ? { text: '{"short":1}', media: 'json' }
    : { text: 'short', media: 'text' }
}

describe.each(formats.map(format => [format.name, format] as const))('%s', (_name, format) => {
  it('looks at anything without a crash', () => {
    fc.assert(
      fc.property(messages, raw => {
        for (const one of raw) expect(['own', 'shared', 'no']).toContain(format.detect(one, formats).fits)
        const before = JSON.stringify(raw)
        expect(format.read(raw)).toHaveLength(raw.length)
        for (const { message: at } of format.check(raw)) expect(raw.length).toBeGreaterThan(at)
        expect(JSON.stringify(raw)).toBe(before)
      }),
      { numRuns: 100 },
    )
  })

  it('takes back what it replaced in anything that it accepts', () => {
    fc.assert(
      fc.property(messages, candidates => {
        const raw = candidates.filter(one => format.detect(one, formats).fits !== 'no')
        const views = editsOf(format, raw, shortened)
        const written = format.write(raw, views)
        expect(editsOf(format, written, block => block)).toEqual(views)
        const originals = editsOf(format, raw, block => block)
        expect(JSON.stringify(format.write(written, originals))).toBe(JSON.stringify(raw))
      }),
      { numRuns: 100 },
    )
  })

  it('creates from anything that it reads what it accepts itself', () => {
    fc.assert(
      fc.property(messages, candidates => {
        const raw = candidates.filter(one => format.detect(one, formats).fits !== 'no')
        const misfits = format
          .create(format.read(raw))
          .map(one => format.detect(one, formats))
          .filter(({ fits }) => fits === 'no')
        expect(misfits).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
