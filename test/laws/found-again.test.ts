/** Small conversations, found by generated ones, whose views a second round once changed. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { uncompressSync } from '../../src/uncompress.ts'

interface Found {
  readonly what: string
  readonly messages: readonly object[]
  readonly options: SyncCompressOptions
  /** The second round differs. */
  readonly again?: SyncCompressOptions
  readonly hasStore?: true
}

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const call = (id: string, content: string | null = 'Look.') => ({
  role: 'assistant',
  content,
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${at} ${word}`).join('\n')

const rules = '<system-reminder>\nContents of /x/CLAUDE.md:\n\n- Never push to main.\n</system-reminder>'
const unlike = ['\r', '[left out:', '', '\r', '[left out:', '', '\r', '[left out:', '', '\r']
  .map((line, at) => `${at} ${line}`)
  .join('\n')
const quotedDigest =
  '[Condensed: 3 earlier messages, 812 tokens; "…" marks what is left out; stored: db_3f9a2c71d04b]'
const quotedSummary = '[Summary: 5 messages, 900 tokens, stored: db_3f9a2c71d04b]'

const found: readonly Found[] = [
  {
    what: 'importance: a message that was joined with the line before it takes its own place again',
    messages: [user('x'.repeat(400)), user('.must'), assistant('.'), user('.must'), assistant('.')],
    options: { strategy: 'importance', recencyWindow: 1 },
  },
  {
    what: 'a pinned message that was joined, which leaves other room to the originals of the rest',
    messages: [
      user(numbered(10, '')),
      user(unlike),
      assistant(numbered(10, '')),
      user('x'.repeat(400)),
      assistant('x'.repeat(400)),
      user(unlike),
      assistant(numbered(10, '')),
      user('x'.repeat(400)),
      assistant('x'.repeat(400)),
    ],
    options: { format: 'ai-sdk', strategy: 'importance', preserve: ['user'], pins: [7], budget: 1 },
    again: { format: 'ai-sdk', strategy: 'importance', preserve: ['user'], pins: [5], budget: 1 },
    hasStore: true,
  },
  {
    what: 'instructions before a line that was joined',
    messages: [
      user(`${rules}\n\n`),
      user(numbered(5, quotedDigest)),
      user(numbered(5, '')),
      call('open', null),
    ],
    options: { strategy: 'hybrid', budget: '1%' },
    hasStore: true,
  },
  {
    what: 'instructions before a line that stays alone',
    messages: [
      { role: 'system', content: `${rules}\n\n` },
      user('db_3f9a2c71d04b db_3f9a2c71d04b naïve ]'),
      call('one'),
      result('one', ''),
      user('Deploy it.'),
    ],
    options: { strategy: 'anchored', preserve: ['assistant'], budget: 1 },
  },
  {
    what: 'a summary of messages that are not available, quoted or of another store',
    messages: [user(quotedSummary), call('one'), result('one', quotedSummary)],
    options: { format: 'plain', strategy: 'anchored', budget: 1 },
    hasStore: true,
  },
  {
    what: 'a digest that fits once it is joined, although it might not have',
    messages: [
      user(numbered(5, '')),
      assistant(numbered(53, 'deploy deploy deploy')),
      { role: 'developer', content: numbered(53, 'deploy deploy deploy') },
      call('open', null),
    ],
    options: { format: 'plain', strategy: 'coverage', budget: 400, reserved: 40 },
  },
  {
    what: 'equal lines about duplicates',
    messages: [
      { role: 'system', content: numbered(5, quotedDigest) },
      ...Array.from({ length: 3 }, () => user(numbered(31, ''))),
    ],
    options: { strategy: 'cap', minBlockTokens: 1, budget: 1 },
  },
  {
    what: 'the same instructions in two messages, of which the last is the request',
    messages: [user(numbered(8, rules)), user(numbered(8, rules))],
    options: { strategy: 'rules', budget: 1 },
  },
]

describe('a second round changes nothing', () => {
  it.each(found)('$what', ({ messages, options, again = options, hasStore }) => {
    const given = { gate: 'off', strict: true, ...(hasStore ? { store: memoryStore() } : {}) } as const
    const first = compressSync(messages, { ...options, ...given } as SyncCompressOptions)
    expect(first.receipt.changes).not.toEqual([])
    const second = compressSync(first.messages, { ...again, ...given } as SyncCompressOptions)
    expect(second.messages).toBe(first.messages)
    const back = uncompressSync(first.messages, given.store ?? first.originalsByHash)
    expect(back.messages).toEqual(messages)
  })

  it('to a digest that is the only message of a user', () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'deployx'.repeat(300) }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_use', id: 'one', name: 'bash', input: { command: 'ls' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'one' }] },
    ]
    const common = { format: 'anthropic', strict: true } as const
    const view = compressSync(messages, { ...common, strategy: 'coverage', budget: 432 }).messages
    const options = { ...common, strategy: 'anchored', budget: 40, store: memoryStore() } as const
    const first = compressSync(view, options)
    expect(first.receipt.budget?.met).toBe(true)
    expect(compressSync(first.messages, options).messages).toBe(first.messages)
  })
})

it('a view stays valid where the originals of an earlier one are not', () => {
  const format = formatNamed('gemini')
  const store = memoryStore()
  const options = { format: 'gemini', store, strict: true } as const
  const calls = ['ls', 'pwd'].map((command, at) => ({
    functionCall: { id: `${at}`, name: 'bash', args: { command } },
  }))
  const results = ['deployx'.repeat(300), ''].map((output, at) => ({
    functionResponse: { id: `${at}`, name: 'bash', response: { output } },
  }))
  const said = (text: string) => ({ role: 'user', parts: [{ text }] })
  // No turn of a model may come first.
  const started = [
    { role: 'model', parts: [{ text: 'x' }, ...calls] },
    { role: 'user', parts: [...results, { text: '' }] },
    said(''),
  ]
  const first = compressSync(started, { ...options, strategy: 'coverage', budget: '19%' })
  const carried = [...first.messages, said(numbered(5, quotedDigest))]
  const second = compressSync(carried, {
    ...options,
    strategy: 'cap',
    budget: 1,
    compressionThreshold: 316,
  })
  expect(format.check(second.messages).length).toBeLessThanOrEqual(format.check(carried).length)
  expect(uncompressSync(second.messages, store).messages.slice(0, 3)).toEqual(started)
})

describe('what the user asked beside instructions', () => {
  const file = Array.from({ length: 40 }, (_, at) =>
    at % 4 ? `Module ${at} was written in spring and reads well.` : `- Never touch module_${at}.`,
  ).join('\n')
  const request = 'Please fix the login, which fails since Monday.'
  const asked = user(
    `<system-reminder>\nContents of /x/CLAUDE.md:\n\n${file}\n</system-reminder>\n\n${request}`,
  )
  const work = assistant('word '.repeat(300))

  it.each(['rules', 'cap', 'partition'] as const)('stays to the letter with %s', strategy => {
    for (const messages of [
      [asked, work],
      [user('Hello.'), work, asked],
    ]) {
      const options = { strategy, budget: 100, recencyWindow: 0, strict: true } as const
      const first = compressSync(messages, options)
      const said = JSON.stringify(first.messages)
      expect(first.receipt.notes.map(({ code }) => code)).toContain('instructions-shortened')
      expect(said).toContain(request)
      expect(said).toContain('- Never touch module_8.')
      expect(said).not.toContain('Module 7 was written')
      expect(compressSync(first.messages, options).messages).toBe(first.messages)
      expect(uncompressSync(first.messages, first.originalsByHash).messages).toEqual(messages)
    }
  })
})
