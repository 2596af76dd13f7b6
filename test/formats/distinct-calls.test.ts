import { expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { distinctCalls } from '../../src/formats/distinct-calls.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import type { Message } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'

const call = (id: string, command: string) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: JSON.stringify({ command }) },
})
const asked = (...calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls })
const answer = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })

const chat = formatNamed('openai-chat')
const ids = (messages: readonly Message[]) =>
  messages.map(({ blocks }) => blocks.map(block => ('callId' in block ? block.callId : '')))

it('calls of different turns with one identifier are distinguished, each with its own answer', () => {
  const messages = chat.read([
    asked(call('call_0', 'make')),
    answer('call_0', 'failed'),
    asked(call('call_0', 'make')),
    answer('call_0', 'ok'),
    asked(call('call_1', 'ls')),
    answer('call_1', 'a'),
    asked(call('call_0', 'make')),
    answer('call_0', 'still ok'),
  ])
  expect(ids(messages)).toEqual([
    ['call_0'],
    ['call_0'],
    ['call_0~2'],
    ['call_0~2'],
    ['call_1'],
    ['call_1'],
    ['call_0~3'],
    ['call_0~3'],
  ])
})

it('calls of one turn with one identifier are answered in order', () => {
  const messages = chat.read([
    asked(call('', 'pwd'), call('', 'ls')),
    answer('', '/src'),
    answer('', 'a.ts'),
    answer('', 'b.ts'),
  ])
  expect(ids(messages)).toEqual([['', '~2'], [''], ['~2'], ['~2']])
})

it('a call without an answer does not get that of a later one', () => {
  const messages = chat.read([
    asked(call('call_0', 'make')),
    asked(call('call_0', 'make test')),
    answer('call_0', 'ok'),
  ])
  expect(ids(messages)).toEqual([['call_0'], ['call_0~2'], ['call_0~2']])
})

it('a call that is written twice before its answer comes is one call', () => {
  const twice = [asked(call('call_0', 'make')), asked(call('call_0', 'make')), answer('call_0', 'ok')]
  expect(ids(chat.read(twice))).toEqual([['call_0'], ['call_0'], ['call_0']])
})

it('an identifier that is there already is not given again', () => {
  const messages = chat.read([
    asked(call('a', '1'), call('a~2', '2')),
    answer('a', '1'),
    answer('a~2', '2'),
    asked(call('a', '3')),
    answer('a', '3'),
  ])
  expect(ids(messages).at(-1)).toEqual(['a~3'])
})

it('where none is shared, the messages are the same objects', () => {
  const messages: readonly Message[] = chat.read([
    asked(call('a', '1')),
    answer('a', '1'),
    answer('a', 'more'),
  ])
  expect(distinctCalls(messages)).toBe(messages)
})

it('a view and a ledger say of each run how it came out', () => {
  const noise = Array.from({ length: 60 }, (_, at) => `line ${at} of a log that nobody needs`).join('\n')
  const session = [
    { role: 'user', content: 'Fix the build.' },
    asked(call('call_0', 'npm run lint')),
    answer('call_0', `${noise}\n2 errors\nExit code: 1`),
    asked(call('call_0', 'npm test')),
    answer('call_0', `${noise}\nTests: 1 failed, 3 passed\nExit code: 1`),
    asked(call('call_0', 'cat notes')),
    answer('call_0', noise),
    asked(call('call_0', 'npm test')),
    answer('call_0', 'Tests: 4 passed\nExit code: 0'),
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ]
  const { messages, originalsByHash } = compressSync(session, { budget: 400, format: 'openai-chat' })
  const checks = createLedger(session, { format: 'openai-chat' }).rows.filter(
    ({ section }) => section === 'checks',
  )
  expect(checks.map(({ key, state }) => [key, state])).toEqual([
    ['npm run lint', 'failed'],
    ['npm test', 'passed'],
  ])
  expect(JSON.stringify(messages)).toMatch(/`npm run lint` failed .*`npm test` passed/)
  expect(uncompressSync(messages, originalsByHash, { format: 'openai-chat' }).messages).toEqual(session)
})
