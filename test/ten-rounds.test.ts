/** Ten rounds of a long session, through each way in that makes them: what people typed stays, however early it was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compress } from '../src/compress.ts'
import { readSessionLedger } from '../src/doors/hooks/hook-ledger.ts'
import { readHookArguments } from '../src/doors/hooks/hook-settings.ts'
import { expand } from '../src/expand.ts'
import { createSession } from '../src/session/session.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { uncompressSync } from '../src/uncompress.ts'

const rounds = 10
const subjects = ['cart', 'tax', 'login', 'search', 'mail', 'stock', 'refund', 'export', 'theme', 'audit']

/** One request, six steps of work on it, and how it ended. */
function part(round: number): readonly Record<string, unknown>[] {
  const subject = subjects[round] as string
  const file = `src/${subject}/${subject}-service.ts`
  const steps = Array.from({ length: 6 }, (_, step) => {
    const id = `toolu_${round}_${step}`
    const output = Array.from(
      { length: 60 },
      (_, line) =>
        `${subject} ${step}.${line}: row ${(line * 7919 + round * 31 + step) % 9973} of the table was read in ${line} ms`,
    ).join('\n')
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Looking at step ${step} of the ${subject}.` },
          { type: 'tool_use', id, name: 'Bash', input: { command: `npm run ${subject}:${step}` } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
    ]
  })
  return [
    { role: 'user', content: typed[round] },
    ...steps.flat(),
    { role: 'assistant', content: `The ${subject} is done: ${file} rounds half up now.` },
  ]
}

const typed = subjects.map(
  (subject, round) =>
    `Please make the ${subject} round half up, and keep ticket HB-${1041 + round * 7} open until Friday.`,
)
const session = subjects.flatMap((_, round) => part(round))
const partLength = session.length / rounds

function shown(messages: readonly unknown[]): string {
  return JSON.stringify(messages)
}

describe('after ten rounds', () => {
  it('of compress with a store, the view is the one that a single round makes', async () => {
    const store = memoryStore()
    const budget = 4000
    let view: readonly unknown[] = []
    for (let round = 0; round < rounds; round += 1) {
      const since = session.slice(round * partLength, (round + 1) * partLength)
      const made = await compress([...view, ...since], { budget, store, format: 'anthropic', strict: true })
      expect(made.receipt.budget?.met ?? true).toBe(true)
      view = made.messages
    }
    expect(typed.filter(words => !shown(view).includes(words))).toEqual([])
    const once = await compress(session, { budget, store: memoryStore(), format: 'anthropic' })
    expect(shown(view)).toBe(shown(once.messages))
    expect(uncompressSync(view, store, { format: 'anthropic' }).messages).toEqual(session)
  })

  it('of a live session, every request still has what was typed', async () => {
    const live = createSession({ store: memoryStore(), highWater: 6000, lowWater: 3000 })
    let epochs = 0
    for (const [at, message] of session.entries()) {
      if (message['role'] !== 'assistant') continue
      const { request, receipt } = await live.step({
        model: 'm',
        max_tokens: 9,
        messages: session.slice(0, at),
      })
      if (receipt.action === 'epoch') epochs += 1
      const before = typed.slice(0, Math.floor((at - 1) / partLength) + 1)
      expect(before.filter(words => !shown(request.messages).includes(words))).toEqual([])
    }
    expect(epochs).toBeGreaterThanOrEqual(rounds)
  }, 30_000)
})

describe('after ten compactions of Claude Code', () => {
  it('the hook gives the view of everything before: every typed message, and how to get a message back', async () => {
    const place = mkdtempSync(join(tmpdir(), 'fovea-rounds-'))
    const transcript = join(place, 'session.jsonl')
    let records = 0
    const record = (fields: object): string => {
      records += 1
      return JSON.stringify({ isSidechain: false, sessionId: '8c1f', uuid: `line-${records}`, ...fields })
    }
    const lines = subjects.flatMap((subject, round) => [
      ...part(round).map(message => record({ type: message['role'], message })),
      record({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 9000 },
      }),
      record({
        type: 'user',
        isCompactSummary: true,
        message: {
          role: 'user',
          content: `This session is being continued. The ${subject} was made to round half up.`,
        },
      }),
    ])
    writeFileSync(transcript, `${lines.join('\n')}\n`)
    const storePath = join(place, 'store.db')
    const { settings } = readHookArguments(['--store', storePath], {})
    const said = (await readSessionLedger({ transcript }, settings)) ?? ''
    expect(typed.filter(words => !said.includes(words))).toEqual([])
    expect(said.length).toBeLessThanOrEqual(9500)
    // The summary of the last compaction is in the context already.
    expect(said).not.toContain('The audit was made to round half up')
    const [, handle = ''] = /(db_[0-9a-f]+)#n is message n/.exec(said) ?? []
    const store = sqliteStore(storePath)
    expect(String(await expand(`${handle}#1`, store))).toContain(typed[0])
    store.close()
    rmSync(place, { recursive: true, force: true })
  })
})
