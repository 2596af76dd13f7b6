/** The contract suite that every format passes: `describeFormat(format, samples)` in each format's test. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit, Format, Problem } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import { toolInput } from '../../src/formats/tool-input.ts'
import type { Block, Message, OpaqueKind, Path, Role } from '../../src/types.ts'
import { anyCharacter } from '../any-character.ts'

/** What a block is, in one word: its type, or the kind of an opaque one. */
export type BlockWord = 'text' | 'toolCall' | 'toolResult' | OpaqueKind

export interface FormatSample {
  readonly name: string
  readonly messages: readonly unknown[]
  /** The codes that `check` reports, in order; none unless said. */
  readonly problems?: readonly Problem['code'][]
  /** The blocks that `read` finds, message by message. */
  readonly blocks?: readonly (readonly BlockWord[])[]
  /** The neutral role of each message. */
  readonly roles?: readonly Role[]
}

export function describeFormat(format: Format, samples: readonly FormatSample[]): void {
  describe(`${format.name} keeps the contract of a format`, () => {
    for (const sample of samples) describeSample(format, sample)
    for (const [name, messages] of Object.entries(neutralSamples))
      it(`creates messages from ${name}`, () => expectCreated(format, messages, []))
  })
}

function describeSample(format: Format, sample: FormatSample): void {
  const messages = deepFreeze(sample.messages)
  const json = JSON.stringify(messages)
  const editable = () => editableBlocks(format.read(messages))

  describe(sample.name, () => {
    it('is accepted message by message', () => {
      const misfits = messages
        .map(message => format.detect(message, formats))
        .filter(fit => fit.fits === 'no')
      expect(misfits).toEqual([])
    })

    it('reads each message by those before it alone', () => {
      const read = format.read(messages)
      for (let length = 0; length < messages.length; length += 1)
        expect(format.read(messages.slice(0, length))).toEqual(read.slice(0, length))
    })

    it('reads as one message for each raw one, with the text that is at each path', () => {
      const read = format.read(messages)
      expect(read).toHaveLength(messages.length)
      if (sample.blocks !== undefined)
        expect(read.map(({ blocks }) => blocks.map(wordOf))).toEqual(sample.blocks)
      if (sample.roles !== undefined) expect(read.map(({ role }) => role)).toEqual(sample.roles)
      for (const { message, block } of editableBlocks(read)) {
        const value = valueAt(messages[message], block.path)
        if (block.media === 'json') expect(block.text).toBe(JSON.stringify(value))
        else if (typeof value === 'string') expect(block.text).toBe(value)
        else
          expect(
            JSON.stringify(format.write(messages, [editOf(message, block.path, block.text, 'text')])),
          ).toBe(json)
      }
      expect(JSON.stringify(messages)).toBe(json)
    })

    it('writes the very same array when nothing is edited', () => {
      expect(format.write(messages, [])).toBe(messages)
    })

    it('changes one block and nothing else, and takes its original back', () => {
      for (const { message, index, block } of editable()) {
        const edit = replacement(message, block, 'an edited text\nof two lines')
        const written = format.write(messages, [edit])
        expect(written).toHaveLength(messages.length)
        for (const [at, raw] of messages.entries()) if (at !== message) expect(written[at]).toBe(raw)
        expect(withHole(written[message], block.path)).toBe(withHole(messages[message], block.path))

        const reread = format.read(written)[message]?.blocks ?? []
        expect(reread[index]).toMatchObject({ type: block.type, text: edit.text, path: block.path })
        expect(textsOf(reread, index)).toEqual(textsOf(format.read(messages)[message]?.blocks ?? [], index))

        const restored = format.write(written, [editOf(message, block.path, block.text, block.media)])
        expect(JSON.stringify(restored)).toBe(json)
      }
    })

    it('takes any edits of any blocks, and all of their originals back', () => {
      const blocks = editable()
      if (blocks.length === 0) return
      const edits = fc.array(
        fc.tuple(fc.nat(blocks.length - 1), fc.string({ unit: anyCharacter, minLength: 1 })),
      )
      fc.assert(
        fc.property(edits, chosen => {
          const texts = new Map(chosen)
          const picked = [...texts].flatMap(([at, text]) => {
            const found = blocks[at]
            return found === undefined
              ? []
              : [{ ...found, edit: replacement(found.message, found.block, text) }]
          })
          const written = format.write(
            messages,
            picked.map(({ edit }) => edit),
          )
          const reread = format.read(written)
          for (const { message, index, edit } of picked)
            expect(reread[message]?.blocks[index]).toMatchObject({ text: edit.text, path: edit.path })
          const originals = picked.map(({ message, block }) =>
            editOf(message, block.path, block.text, block.media),
          )
          expect(JSON.stringify(format.write(written, originals))).toBe(json)
        }),
        { numRuns: 25 },
      )
    })

    it(`is checked: ${sample.problems?.join(', ') ?? 'no problems'}`, () => {
      const problems = format.check(messages)
      expect(problems.map(({ code }) => code)).toEqual(sample.problems ?? [])
      for (const { message, why } of problems) {
        expect(messages.length).toBeGreaterThan(message)
        expect(why).not.toBe('')
      }
    })

    it('is created again with the same texts, calls and results', () => {
      expectCreated(format, format.read(messages), sample.problems ?? [])
    })
  })
}

/** Conversations as one format or another reads them, which every format must be able to say. */
export const neutralSamples: Readonly<Record<string, readonly Message[]>> = {
  'a question and its answer': [
    { role: 'user', blocks: [text('What is in the folder?')] },
    { role: 'assistant', blocks: [text('Three files.'), text('One of them is empty.')] },
  ],
  'parallel calls with one message for each result': [
    { role: 'user', blocks: [text('Look around.')] },
    {
      role: 'assistant',
      blocks: [text('Looking.'), call('a', 'ls', '{"path":"."}'), call('b', 'pwd', '{}')],
    },
    { role: 'tool', blocks: [result('a', 'ls', 'one\ntwo')] },
    { role: 'tool', blocks: [result('b', 'pwd', '/home')] },
    { role: 'assistant', blocks: [text('Two files in /home.')] },
  ],
  'parallel results in one user message, with words after them': [
    { role: 'user', blocks: [text('Look around.')] },
    { role: 'assistant', blocks: [call('a', 'ls', '{"path":"."}'), call('b', 'pwd', '{}')] },
    {
      role: 'user',
      blocks: [
        result('a', 'ls', 'one'),
        result('a', 'ls', 'two'),
        result('b', 'pwd', '/home'),
        text('And now?'),
      ],
    },
    { role: 'assistant', blocks: [text('Two files in /home.')] },
  ],
  'one message for each call, as items are written': [
    { role: 'user', blocks: [text('Look around.')] },
    { role: 'assistant', blocks: [call('a', 'ls', '{"path":"."}')] },
    { role: 'assistant', blocks: [call('b', 'pwd', '{}')] },
    { role: 'tool', blocks: [result('a', 'ls', 'one')] },
    { role: 'tool', blocks: [result('b', 'pwd', '/home')] },
    { role: 'assistant', blocks: [text('One file in /home.')] },
  ],
  'parts that no format can say, alone and beside text': [
    {
      role: 'user',
      blocks: [text('See this.'), { type: 'opaque', kind: 'unknown', value: { type: 'hologram' } }],
    },
    { role: 'assistant', blocks: [{ type: 'opaque', kind: 'unknown', value: { type: 'mystery' } }] },
    { role: 'assistant', blocks: [text('Seen.')] },
  ],
}

function text(value: string): Block {
  return { type: 'text', text: value, media: 'text' }
}

function call(callId: string, name: string, args: string): Block {
  return { type: 'toolCall', callId, name, text: args, media: 'json' }
}

function result(callId: string, name: string, value: string): Block {
  return { type: 'toolResult', callId, name, text: value, media: 'text' }
}

/** `problems`: what the raw messages had, which nobody expects to go away. */
export function expectCreated(
  format: Format,
  messages: readonly Message[],
  problems: readonly string[],
): void {
  const created = format.create(messages)
  expect(created.map(message => format.detect(message, formats)).filter(fit => fit.fits === 'no')).toEqual([])
  if (problems.length === 0 && isSound(messages)) expect(format.check(created)).toEqual([])
  expect(said(format.read(created))).toEqual(said(messages))
}

/** Whether the user speaks first, every call can be seen to have its result, and every result its call. */
function isSound(messages: readonly Message[]): boolean {
  const blocks = messages.flatMap(message => message.blocks)
  const calls = new Set(blocks.flatMap(block => (block.type === 'toolCall' ? [block.callId] : [])))
  const results = new Set(blocks.flatMap(block => (block.type === 'toolResult' ? [block.callId] : [])))
  const first = messages.find(message => message.blocks.some(block => block.type !== 'opaque'))
  return (
    first?.role !== 'assistant' &&
    calls.size === results.size &&
    [...calls].every(callId => results.has(callId))
  )
}

/**
 * Texts, calls and results in order. A call counts by its place, since a format may give new identifiers, and a result
 * by the latest call of its own; system text may become the user's, neighbouring texts one, and empty ones may go.
 */
function said(messages: readonly Message[]): unknown {
  const callOf = new Map<string, number>()
  const speeches: { readonly by: string; readonly lines: string[] }[] = []
  const calls: unknown[] = []
  const results = new Map<number | undefined, string[]>()
  for (const { role, blocks } of messages)
    for (const block of blocks) {
      if (block.type === 'text' && block.text !== '') {
        const by = role === 'assistant' ? 'assistant' : 'user'
        const last = speeches.at(-1)
        if (last?.by === by) last.lines.push(block.text)
        else speeches.push({ by, lines: [block.text] })
      }
      if (block.type === 'toolCall') {
        callOf.set(block.callId, calls.length)
        calls.push({ name: block.name, arguments: toolInput(block.text) })
      }
      if (block.type === 'toolResult') {
        const call = callOf.get(block.callId)
        results.set(call, [...(results.get(call) ?? []), ...(block.text === '' ? [] : [block.text])])
      }
    }
  return {
    speeches: speeches.map(({ by, lines }) => ({ by, text: lines.join('\n') })),
    calls,
    results: Array.from(results, ([call, texts]) => ({ call, text: texts.join('\n') })),
  }
}

type Editable = Exclude<Block, { type: 'opaque' }> & { readonly path: Path }

function editableBlocks(messages: readonly Message[]): { message: number; index: number; block: Editable }[] {
  return messages.flatMap(({ blocks }, message) =>
    blocks.flatMap((block, index) =>
      block.type !== 'opaque' && block.path !== undefined
        ? [{ message, index, block: block as Editable }]
        : [],
    ),
  )
}

function editOf(message: number, path: Path, value: string, media: Edit['media']): Edit {
  return { message, path, text: value, media }
}

/** Arguments that are objects stay objects; everything else may read any text. */
function replacement(message: number, block: Editable, value: string): Edit {
  return block.type === 'toolCall' && block.media === 'json'
    ? editOf(message, block.path, JSON.stringify({ edited: value }), 'json')
    : editOf(message, block.path, value, 'text')
}

function wordOf(block: Block): BlockWord {
  return block.type === 'opaque' ? block.kind : block.type
}

function textsOf(blocks: readonly Block[], except: number): unknown[] {
  return blocks.map((block, index) =>
    index === except || block.type === 'opaque' ? wordOf(block) : block.text,
  )
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value)
}

/** The JSON of a message with one value blanked out. */
function withHole(message: unknown, path: Path): string {
  const copy = JSON.parse(JSON.stringify(message))
  const last = path.at(-1)
  if (last === undefined) return 'null'
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[last] = null
  return JSON.stringify(copy)
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
