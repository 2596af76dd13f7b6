import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteTitle } from '../../../src/view/note-text.ts'
import { longSession } from '../../coverage-session.ts'
import { localEndpoint, type Received } from '../../models/local-endpoint.ts'
import { chat } from '../../strategies/view-of.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const session = chat.create(longSession(60))
const note = '## Present\n- Invoices are doubled; the cause is unknown'

let work: Workplace
beforeEach(() => {
  work = workplace()
  writeFileSync(work.path('session.json'), JSON.stringify(session))
})
afterEach(() => work.remove())

function completion(content: string) {
  return {
    body: {
      choices: [{ message: { content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 6000, completion_tokens: 40 },
    },
  }
}

const writing = (url: string): readonly string[] => ['--writer', url, '--writer-model', 'writer-1']

it('fovea compress --writer: the note is in the view, and everything comes back', async () => {
  await using endpoint = await localEndpoint(() => completion(note))
  const made = await work.fovea(
    [
      'compress',
      'session.json',
      '-b',
      '1500',
      ...writing(endpoint.url),
      '--writer-price',
      '1,5',
      '-o',
      'view.json',
    ],
    { envHere: { FOVEA_WRITER_KEY: 'key-of-the-writer' } },
  )
  expect(made.code).toBe(0)
  expect(readFileSync(work.path('view.json'), 'utf8')).toContain(noteTitle)
  expect(made.stderr).toMatch(
    /note: \d+ tokens by the model \(6,000 tokens in, 40 out, 0\.0062 by your price\)/,
  )
  const [asked] = endpoint.received as readonly [Received]
  expect(asked).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer key-of-the-writer' },
    body: { model: 'writer-1' },
  })
  const back = await work.fovea(['uncompress', 'view.json', '-o', 'back.json'])
  expect(back.code).toBe(0)
  expect(JSON.parse(readFileSync(work.path('back.json'), 'utf8'))).toEqual(session)
  const again = await work.fovea(['compress', 'session.json', '-b', '1500', ...writing(endpoint.url)])
  expect(again.stderr).toContain('written before, no call')
  expect(endpoint.received.length).toBe(1)
})

it('fovea compress --writer: without an answer the view without a note, and it says why', async () => {
  await using endpoint = await localEndpoint(() => ({ hang: true }))
  const made = await work.fovea([
    'compress',
    'session.json',
    '-b',
    '1500',
    ...writing(endpoint.url),
    '--writer-timeout',
    '0.2',
    '-o',
    'view.json',
  ])
  expect(made.code).toBe(0)
  expect(made.stderr).toContain("The view is without a model's note: no answer within 200 ms.")
  await work.fovea(['compress', 'session.json', '-b', '1500', '-o', 'plain.json'])
  expect(readFileSync(work.path('view.json'), 'utf8')).toBe(readFileSync(work.path('plain.json'), 'utf8'))
})

it.each([
  ['nothing for a call that was refused', { status: 429, body: '{}' }, '0 tokens in, 0 out'],
  [
    'what the provider counted for an answer that was cut off',
    {
      body: {
        choices: [{ message: { content: '## Present' }, finish_reason: 'length' }],
        usage: { prompt_tokens: 6000, completion_tokens: 40 },
      },
    },
    '6,000 tokens in, 40 out',
  ],
])('fovea compress --writer: the bill has %s', async (_, reply, bill) => {
  await using endpoint = await localEndpoint(() => reply)
  const made = await work.fovea(['compress', 'session.json', '-b', '1500', ...writing(endpoint.url)])
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining(`note: none (${bill}`) })
})

it('fovea ledger --writer: the note is below the ledger', async () => {
  await using endpoint = await localEndpoint(() => completion(note))
  const markdown = await work.fovea(['ledger', 'session.json', '--markdown', ...writing(endpoint.url)])
  expect(markdown).toMatchObject({ code: 0 })
  expect(markdown.stdout).toContain(`${noteTitle}\n${note}`)
  const json = await work.fovea(['ledger', 'session.json', '--json', ...writing(endpoint.url)])
  expect(JSON.parse(json.stdout)).toMatchObject({ note: { text: note, report: { outcome: 'written' } } })
})

it('fovea resume --writer: the model writes the prose of the ledger', async () => {
  await using endpoint = await localEndpoint(() =>
    completion('{"intent": "Find out why invoices are doubled.", "next": [], "decisions": []}'),
  )
  await work.fovea([
    'compress',
    'session.json',
    '-s',
    'anchored',
    '-b',
    '3000',
    '--state',
    's.json',
    '-o',
    'view.json',
  ])
  const resumed = await work.fovea([
    'resume',
    's.json',
    'session.json',
    '-b',
    '3000',
    ...writing(endpoint.url),
    '-o',
    'view.json',
  ])
  expect(resumed.code).toBe(0)
  expect(endpoint.received.length).toBe(1)
})

it('a writer needs the name of its model', async () => {
  const made = await work.fovea(['compress', 'session.json', '-b', '1500', '--writer', 'http://127.0.0.1:9'])
  expect(made.code).not.toBe(0)
  expect(made.stderr).toContain('--writer-model')
})
