import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import type { Format } from '../src/formats/format.ts'
import { formatNamed, formats } from '../src/formats/index.ts'
import { json } from '../src/reduce/content/json.ts'
import { listing } from '../src/reduce/content/listing.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../src/strategies/options/compress-options.ts'
import type { Message } from '../src/types.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { said, step } from './strategies/partition/session.ts'

const jobs = JSON.stringify(
  Array.from({ length: 30 }, (_, at) => ({ id: 700 + at, queue: 'mail', status: 'done', ms: 40 + 3 * at })),
  null,
  2,
)
const paths = Array.from(
  { length: 40 },
  (_, at) => `packages/server/src/orders/part-${Math.floor(at / 8)}/handler-${at}.ts`,
).join('\n')
const prose = Array.from(
  { length: 60 },
  (_, at) => `Step ${at} of the plan concerns service number ${at * 7}.`,
)

const run = (id: string, command: string, result: string): readonly Message[] =>
  step(id, { name: 'Bash', args: { command }, result })
const session: readonly Message[] = [
  said('user', 'Look at the jobs.'),
  said('assistant', prose.join('\n')),
  ...run('jobs', 'curl -s localhost/jobs', jobs),
  ...run('paths', 'git ls-files', paths),
  ...run('status', 'git status --short', ' M src/a.ts'),
  said('user', 'What is left?'),
]

const chat = formatNamed('openai-chat')
const jobsAt = chat.read(chat.create(session)).findIndex(({ role }) => role === 'tool')

function view(format: Format, options: SyncCompressOptions) {
  const raw = format.create(session)
  const result = compressSync(raw, { format: format.name, budget: '55%', strict: true, ...options })
  const answers = new Map(
    format
      .read(result.messages)
      .flatMap(({ blocks }) =>
        blocks.flatMap(block => (block.type === 'toolResult' ? [[block.callId, block.text] as const] : [])),
      ),
  )
  return { raw, answers, ...result }
}

describe('a text that stays in a view under a budget', () => {
  it('is said in fewer tokens with nothing left out, and the receipt calls it lossless', () => {
    const { answers, receipt } = view(chat, {})
    expect(json.lossless?.decode(answers.get('jobs') ?? '')).toBe(jobs)
    expect(listing.lossless?.decode(answers.get('paths') ?? '')).toBe(paths)
    const recoded = receipt.changes.filter(({ reducer }) => reducer === 'lossless-form')
    expect(recoded).toHaveLength(2)
    expect(receipt.losses.lossless).toBe(2)
    for (const { loss, tokensBefore, tokensAfter } of recoded) {
      expect(loss).toBe('lossless')
      expect(tokensAfter).toBeLessThan(tokensBefore)
    }
  })

  it('stays to the letter where the budget holds all of it, where it is pinned, and in the latest step', () => {
    expect(view(chat, { budget: '100%' }).answers.get('jobs')).toBe(jobs)
    expect(view(chat, { budget: '90%', pins: [jobsAt] }).answers.get('jobs')).toBe(jobs)
    const latest = chat.create([...session.slice(0, -1), ...run('again', 'curl -s localhost/done', jobs)])
    const { messages } = compressSync(latest, { format: 'openai-chat', budget: '70%' })
    expect(JSON.stringify(messages.at(-1))).toContain(JSON.stringify(jobs).slice(1, -1))
  })

  it('stays to the letter where it is a file, which an edit may have to quote', () => {
    const read = step('file', { name: 'Read', args: { file_path: 'jobs.json' }, result: jobs })
    const raw = chat.create([...session.slice(0, -3), ...read, ...session.slice(-3)])
    const { messages, receipt } = compressSync(raw, { format: 'openai-chat', budget: '75%' })
    expect(JSON.stringify(messages)).toContain(JSON.stringify(jobs).slice(1, -1))
    expect(receipt.losses.lossless).toBe(2)
  })

  it('is not recoded where a later one refers to it', () => {
    const twice = [
      ...session.slice(0, -3),
      ...run('jobs_2', 'curl -s localhost/jobs', jobs),
      ...session.slice(-3),
    ]
    const raw = chat.create(twice)
    const { messages } = compressSync(raw, { format: 'openai-chat', budget: '60%', handles: 'none' })
    const texts = chat
      .read(messages)
      .flatMap(({ blocks }) => blocks.flatMap(block => ('text' in block ? block.text : [])))
    expect(texts).toContain(jobs)
    expect(texts).toContain('[Same as jobs above, unchanged]')
  })

  it.each(formats)(
    'is valid in the format $name, with its calls as they were, and comes back to the byte',
    format => {
      const store = memoryStore()
      const { raw, messages, receipt } = view(format, { store })
      expect(receipt.losses.lossless).toBe(2)
      expect(receipt.budget?.met).toBe(true)
      expect(format.check(messages)).toEqual(format.check(raw))
      const callsIn = (some: readonly unknown[]) =>
        format.read(some).flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'toolCall'))
      expect(callsIn(raw)).toEqual(expect.arrayContaining(callsIn(messages)))
      expect(uncompressSync(messages, store, { format: format.name }).messages).toEqual(raw)
      const again = compressSync(messages, { format: format.name, budget: '100%', store })
      expect(again.messages).toBe(messages)
    },
  )
})

describe('an answer of which a digest would show nearly all', () => {
  it('is shown whole in its lossless form', () => {
    const later = Array.from({ length: 60 }, (_, at) =>
      said(at % 2 === 0 ? 'user' : 'assistant', 'All is well so far, there is nothing to report.'),
    )
    const raw = chat.create([...run('paths', 'git ls-files', paths), ...later, said('user', 'What is left?')])
    const { messages, receipt } = compressSync(raw, { format: 'openai-chat', budget: '65%' })
    const [digest = ''] = chat
      .read(messages)
      .flatMap(({ blocks }) => blocks.flatMap(block => ('text' in block ? block.text : [])))
    expect(digest).toContain(`#2 →\n${listing.lossless?.encode(paths)}`)
    expect(receipt.budget?.met).toBe(true)
  })
})
