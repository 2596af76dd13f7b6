import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../../src/compress.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import type { SharedOptions } from '../../../src/strategies/options/shared-options.ts'
import type { PartitionOptions } from '../../../src/strategies/partition/partition-options.ts'
import { safeCompress, safeRecover } from '../../../src/tools/partition/safe-compress.ts'
import type { Message } from '../../../src/types.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { fileText, raw, said, searchOutput, session, step, talk, textsOf } from './session.ts'

const given = { strategy: 'partition', format: 'anthropic', strict: true } as const

interface Given extends SharedOptions<SyncStore> {
  readonly partition?: PartitionOptions
}

function run(messages: readonly unknown[], options: Given = {}) {
  return compressSync(messages, { ...given, ...options })
}

const reasonsOf = (messages: readonly Message[], options: Given = {}) =>
  run(raw(messages), { trace: true, ...options }).receipt.decisions ?? []

/** More errors than a small budget can show. */
const failing: readonly Message[] = [
  ...session(),
  ...step('f1', {
    name: 'Bash',
    args: { command: 'npm test' },
    result: Array.from({ length: 26 }, (_, at) => {
      const name = String.fromCharCode(97 + at).repeat(6)
      return `step ${at} of the build\nerror: the module ${name} could not be loaded from its folder`
    }).join('\n'),
  }),
  said('assistant', 'I see.'),
  said('user', 'Why?'),
]

describe('the strategy', () => {
  // The file alone is enough for 60 %: a budget calls for the others.
  const budget = { budget: '14%' } as const

  it('gives every type of content its form', () => {
    const { messages, receipt } = run(raw(session()), budget)
    expect(new Set(receipt.changes.map(({ reducer }) => reducer))).toEqual(
      new Set(['file-pointer', 'command-excerpt', 'result-reference', 'conversation-summary']),
    )
    const view = textsOf(messages).join('\n')
    expect(view).toMatch(/\[File: src\/settings\/limits\.ts, 240 lines, [\d.]+ kB, stored: db_[0-9a-f]{12}\]/)
    expect(view).toMatch(/\[Command: npm install\]\nStatus: Failed, exit code 1/)
    expect(view).toMatch(/\[Search: "authenticate" in src\]\nMatches: 90 lines in 16 files/)
    expect(view).toMatch(/\[Summary of message 8:\n/)
    expect(receipt.changes.every(({ loss }) => loss === 'recoverable')).toBe(true)
  })

  it('comes back to the byte', () => {
    const input = raw(session())
    const { messages, originalsByHash } = run(input, budget)
    expect(messages).not.toBe(input)
    expect(JSON.stringify(uncompressSync(messages, originalsByHash, { format: 'anthropic' }).messages)).toBe(
      JSON.stringify(input),
    )
  })

  it('stops at its target, and keeps what it did not touch as the same objects', () => {
    const input = raw(session())
    const { messages, receipt } = run(input)
    expect(receipt.budget?.met).toBe(true)
    const changed = new Set(receipt.changes.map(({ message }) => message))
    expect(changed.size).toBe(1)
    for (const [at, message] of input.entries()) if (!changed.has(at)) expect(messages[at]).toBe(message)
    expect(messages).toHaveLength(input.length)
  })

  it('refers copies to the one that stays', () => {
    const again = step('c9', {
      name: 'Read',
      args: { file_path: 'src/settings/limits.ts' },
      result: fileText,
    })
    const decisions = reasonsOf([...session(), ...again, said('user', 'And now?')])
    expect(decisions.find(({ message }) => message === 2)).toMatchObject({
      action: 'reference',
      reducer: 'duplicate',
      reason: 'exact duplicate',
    })
  })

  it('keeps what the user demanded, and the latest showing of a file that is being edited', () => {
    const rule = `You must never log a token. ${'It is a rule that the auditors check twice a year. '.repeat(9)}`
    const path = 'src/settings/few.ts'
    const few = fileText.split('\n').slice(0, 40).join('\n')
    const edit = { file_path: path, old_string: 'limit7', new_string: 'limit_7' }
    const decisions = reasonsOf(
      [
        said('user', rule),
        ...step('r1', { name: 'Read', args: { file_path: path }, result: few }),
        ...step('r2', { name: 'Read', args: { file_path: path }, result: few.replace('limit7', 'limit_7') }),
        ...session(),
        ...step('e1', { name: 'Edit', args: edit, result: 'The file has been updated.' }),
        said('user', 'Next.'),
      ],
      { recencyWindow: 0 },
    )
    const reasonAt = (index: number) => decisions.find(({ message }) => message === index)?.reason
    expect(reasonAt(0)).toBe('critical')
    expect(reasonAt(2)).toBe('not needed for the target')
    expect(reasonAt(4)).toBe('file being edited')
  })

  it('points to a file with the message that changed it last', () => {
    const edit = (id: string) =>
      step(id, {
        name: 'Edit',
        args: { file_path: 'src/settings/limits.ts', old_string: 'a', new_string: 'b' },
        result: 'The file src/settings/limits.ts has been updated.',
      })
    const all = [
      ...session().slice(0, -1),
      ...edit('e1'),
      said('assistant', 'Again.'),
      ...edit('e2'),
      said('user', 'Go on.'),
    ]
    const last = raw(all).findIndex(message => /"tool_use".*"e2"/.test(JSON.stringify(message)))
    const view = textsOf(run(raw(all), { budget: '14%' }).messages).join('\n')
    expect(view).toMatch(
      new RegExp(
        `\\[File: src/settings/limits\\.ts, 240 lines, .* kB, changed in message ${last + 1}, stored: db_`,
      ),
    )
  })

  it('takes the time of the message before where one has none', () => {
    const messages = session()
    const ages = (times: readonly (number | undefined)[]) =>
      reasonsOf(messages, { recencyWindow: 0, partition: { share: 0, times } }).map(({ reason }) => reason)
    const old = messages.map((_, at) => at * 3_600_000)
    const sparse = old.map((time, at) => (at % 2 === 1 ? old[at - 1] : time))
    expect(ages(old.map((time, at) => (at % 2 === 1 ? undefined : time)))).toEqual(ages(sparse))
    const recent = messages.map((_, at) => (at === 0 ? 0 : undefined))
    expect(ages(recent)).toEqual(ages(messages.map(() => 0)))
  })

  it('goes by the times of the messages where they are given', () => {
    const messages = session()
    const fresh = messages.map(() => '2026-01-29T10:30:00Z')
    const reason = (times: readonly string[]) =>
      reasonsOf(messages, { recencyWindow: 0, partition: { share: 0, times } }).find(
        ({ message }) => message === 2,
      )?.reason
    expect(reason(fresh)).toBe('file, read in the last hour')
    expect(reason(fresh.map((time, at) => (at < 9 ? '2026-01-29T08:00:00Z' : time)))).toMatch(
      /^file, not recent/,
    )
  })
})

describe('a window', () => {
  it('below 60 % returns the very array', () => {
    const input = raw(session())
    const { messages, receipt } = run(input, { partition: { window: 200_000 } })
    expect(messages).toBe(input)
    expect(receipt.budget).toEqual({ tokens: 120_000, met: true })
  })

  it('above it is drained well below the line, once', () => {
    const input = raw(session())
    const before = run(input, { dryRun: true }).receipt.tokens.before.tokens
    const window = Math.floor(before / 0.8)
    const { messages, receipt } = run(input, { partition: { window } })
    expect(receipt.budget?.met).toBe(true)
    expect(receipt.keptRatio).toBeLessThanOrEqual(0.6)
    expect(receipt.metrics?.zones?.pressure).toBeGreaterThan(0.75)
    expect(run(messages, { partition: { window } }).messages).toBe(messages)
  })
})

describe('rounds', () => {
  it('without budget or window compress once', () => {
    const { messages } = run(raw(session()))
    expect(run(messages).messages).toBe(messages)
  })

  it('work on what is new where the caller says what was seen', () => {
    const first = run(raw(session()))
    const anchor = first.receipt.metrics?.anchor
    expect(anchor?.occurrence).toBe(1)
    const more = raw([
      ...step('n1', {
        name: 'Grep',
        args: { pattern: 'retries', path: 'src/' },
        result: searchOutput.replaceAll('user', 'who'),
      }),
      ...Array.from({ length: 8 }, (_, at) => said(at % 2 === 0 ? 'assistant' : 'user', `Yes, ${at}.`)),
    ])
    const next = [...first.messages, ...more]
    const partition = { since: anchor }
    const second = run(next, { partition })
    expect(second.receipt.changes.map(({ message }) => message)).toEqual([first.messages.length + 1])
    for (const [at, message] of first.messages.entries()) expect(second.messages[at]).toBe(message)
    expect(run(second.messages, { partition }).messages).toBe(second.messages)
    const back = uncompressSync(
      second.messages,
      { ...first.originalsByHash, ...second.originalsByHash },
      { format: 'anthropic' },
    )
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify([...raw(session()), ...more]))
  })

  it('leave little news alone', () => {
    const first = run(raw(session()))
    const next = [...first.messages, ...raw([said('assistant', talk), said('user', 'Good.')])]
    const second = run(next, { recencyWindow: 0, partition: { since: first.receipt.metrics?.anchor } })
    expect(second.messages).toBe(next)
    expect(second.receipt.budget?.met).toBe(true)
    expect(run(first.messages).receipt.budget?.met).toBe(true)
  })
})

describe('the metrics', () => {
  it('name their targets, add up, and hold', () => {
    const { receipt } = run(raw(session()))
    const { metrics, tokens } = receipt
    expect(metrics?.keptRatio).toEqual({ value: receipt.keptRatio, target: 0.6, met: true })
    expect(metrics?.reduction).toEqual({
      value: 1 - receipt.keptRatio,
      target: 0.4,
      met: true,
      tokens: tokens.before.tokens - tokens.after.tokens,
    })
    expect(metrics?.information).toMatchObject({ value: 1, target: 0.95, met: true })
    expect(metrics?.recovery).toEqual({ value: 1, target: 0.99, met: true, restored: 1, attempts: 1 })
    expect(metrics?.time).toBeUndefined()
  })

  it('count the key facts that left the view', () => {
    const { receipt } = run(raw(failing), { budget: 400, recencyWindow: 0 })
    expect(receipt.metrics?.information.facts).toBeGreaterThan(receipt.metrics?.information.preserved ?? 0)
    expect(receipt.metrics?.information.met).toBe(false)
  })

  it('show the arithmetic of the zones', () => {
    const { receipt } = run(raw(session()))
    const { preserved = 0, untouchable = 0, compressible = 0 } = receipt.metrics?.zones ?? {}
    const all = receipt.metrics?.zones
    expect(preserved + untouchable + compressible).toBeGreaterThan(0)
    expect(all?.expected).toBeLessThanOrEqual(preserved + untouchable + compressible)
    expect(preserved).toBeLessThanOrEqual((preserved + untouchable + compressible) * 0.3)
  })

  it('measure the time by the given clock', () => {
    let now = 1000
    const clock = () => {
      now += 250
      return now
    }
    expect(run(raw(session()), { partition: { clock } }).receipt.metrics?.time).toEqual({
      value: 0.25,
      target: 5,
      met: true,
    })
  })
})

describe('safe compression', () => {
  it('hands out a view that was verified', async () => {
    const safe = await safeCompress(raw(session()), { format: 'anthropic' })
    expect(safe).toMatchObject({ ok: true, check: { ok: true, recovery: 1, information: 1 } })
  })

  it('hands back the input where the aims are missed, and says which', async () => {
    const input = raw(failing)
    const safe = await safeCompress(input, { format: 'anthropic', budget: 400, recencyWindow: 0 })
    expect(safe).toMatchObject({
      ok: false,
      reason: 'not-verified',
      check: { ok: false, missed: ['information'] },
    })
    expect(!safe.ok && safe.messages).toBe(input)
    const strictly = await safeCompress(input, { format: 'anthropic' }, { maxKept: 0.01 })
    expect(strictly).toMatchObject({ ok: false, check: { missed: ['keptRatio'] } })
  })

  it.each([
    ['mostKept', 'maxKept'],
    ['leastInformation', 'minInformation'],
  ])('refuses the aim %s and names %s, before anything is stored', async (wrong, meant) => {
    const store = memoryStore()
    const safe = await safeCompress(raw(failing), { format: 'anthropic', store }, { [wrong]: 0.5 })
    const message = `There is no option ${wrong}; did you mean ${meant}?`
    expect(safe).toMatchObject({ ok: false, reason: 'failed', note: { code: 'invalid-option', message } })
    expect(store.stats().originals).toBe(0)
  })

  it('hands back the input and the error where there is no view', async () => {
    const input = [{ speaker: 'nobody' }]
    const safe = await safeCompress(input)
    expect(safe).toMatchObject({ ok: false, reason: 'failed', note: { code: 'unknown-format' } })
    expect(!safe.ok && safe.messages).toBe(input)
  })
})

describe('safe recovery', () => {
  it('brings back the exact text of every handle in a view, from a store or a map', async () => {
    const store = memoryStore()
    const { messages, originalsByHash } = run(raw(session()), { budget: '14%' })
    run(raw(session()), { budget: '14%', store })
    const handles = textsOf(messages).flatMap(handlesIn)
    expect(handles).toHaveLength(4)
    const originals = new Set(textsOf(raw(session())))
    for (const handle of handles)
      for (const source of [store, originalsByHash]) {
        const recovery = await safeRecover(handle, source)
        expect(recovery.ok && originals.has(recovery.text)).toBe(true)
      }
  })

  it('says why there is nothing, and never in place of content', async () => {
    const store = memoryStore()
    const { messages, originalsByHash } = run(raw(session()), { store })
    expect(originalsByHash).toEqual({})
    const [handle = ''] = textsOf(messages).flatMap(handlesIn)
    expect(await safeRecover('db_000000000000', store)).toMatchObject({ ok: false, reason: 'not-found' })
    expect(await safeRecover('../etc', store)).toMatchObject({ ok: false, reason: 'invalid-handle' })
    store.purge({ handles: [handle] })
    const purged = await safeRecover(handle, store)
    expect(purged).toMatchObject({ ok: false, reason: 'purged' })
    expect(purged).not.toHaveProperty('text')
  })

  it('holds a map against its handles', async () => {
    const { originalsByHash } = run(raw(session()))
    const [[key, entry] = ['', undefined]] = Object.entries(originalsByHash)
    if (entry === undefined) throw new Error('The session was not compressed.')
    const forged = { [key]: { ...entry, text: `${entry.text} ` } }
    expect(await safeRecover(entry.handle, forged)).toMatchObject({ ok: false, reason: 'corrupt' })
  })
})

describe('bad options', () => {
  it.each([
    [{ share: 1.5 }, 'partition.share'],
    [{ share: Number.NaN }, 'partition.share'],
    [{ window: 0 }, 'partition.window'],
    [{ times: ['yesterday'] }, 'partition.times[0]'],
  ])('%j are refused by name', async (partition, name) => {
    const { receipt } = await compress(raw(session()), { strategy: 'partition', partition })
    expect(receipt.notes).toMatchObject([{ code: 'invalid-option', message: expect.stringContaining(name) }])
  })
})
