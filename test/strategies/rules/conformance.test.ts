import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../../src/compress.ts'
import type { Summarizer } from '../../../src/models/model.ts'
import type { ModelOptions } from '../../../src/models/model-options.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import type { SharedOptions } from '../../../src/strategies/options/shared-options.ts'
import type { RulesOptions } from '../../../src/strategies/rules/rules-options.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { prose, type Said, said, talk } from './said.ts'

interface Given extends SharedOptions<SyncStore> {
  readonly rules?: RulesOptions
}

const rules = (messages: readonly Said[], options: Given = {}) =>
  compressSync(messages, { strategy: 'rules', recencyWindow: 0, strict: true, ...options })

const contents = (messages: readonly Said[]): (string | null)[] => messages.map(({ content }) => content)

/** A last word that is kept, so that the message under test is not the last user message. */
const closing = said('user', 'Thanks, go on.', 99)

interface Origin {
  readonly ids: readonly string[]
  readonly summary_id: string
  readonly parent_ids?: readonly string[]
  readonly version: number
}

const originOf = (message: Said | undefined): Origin | undefined =>
  (message?.['metadata'] as { _cce_original?: Origin } | undefined)?._cce_original

describe('what is kept', () => {
  it('C1 system by default; preserve decides', () => {
    const messages = [said('system', prose(900), 1), closing]
    expect(rules(messages).messages).toBe(messages)
    expect(rules(messages, { preserve: [] }).messages[0]?.content).toMatch(/^\[summary: /)
    const developer = [said('developer', prose(900), 1), closing]
    expect(rules(developer, { preserve: ['developer'] }).messages).toBe(developer)
    expect(rules(developer, { preserve: ['system'] }).messages[0]?.content).toMatch(/^\[summary: /)
  })

  it('C2 what is short, empty, or calls tools', () => {
    const filler = 'word '.repeat(40)
    expect(contents(rules([said('user', filler.slice(0, 119), 1), closing]).messages)[0]).toBe(
      filler.slice(0, 119),
    )
    const decisions = rules([said('user', prose(120).padEnd(120, '.'), 1), closing], { trace: true }).receipt
      .decisions
    expect(decisions?.[0]?.reason).not.toBe('short')
    const calls = [
      said('assistant', prose(2000), 1, {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'run', arguments: '{}' } }],
      }),
      said('tool', 'ok', 2, { tool_call_id: 'c1' }),
      said('assistant', null, 3),
      closing,
    ]
    expect(rules(calls).messages).toBe(calls)
  })

  it('C3 long prose of a tool compresses; JSON, SQL, keys and code stay', () => {
    const tool = [said('tool', prose(1500), 1), said('function', prose(1500, 'b'), 2), closing]
    for (const content of contents(rules(tool).messages).slice(0, 2)) expect(content).toMatch(/^\[summary: /)
    const sql =
      'SELECT id, total FROM orders\nJOIN customers ON customers.id = orders.customer_id\nWHERE orders.total > 100\nORDER BY orders.placed_at DESC LIMIT 20;'
    const json = JSON.stringify({ orders: Array.from({ length: 20 }, (_, id) => ({ id, total: id * 10 })) })
    const fence = `\`\`\`ts\n${'const value = compute(1, 2, 3)\n'.repeat(12)}\`\`\``
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(6)}-----END PRIVATE KEY-----`
    for (const content of [sql, json, fence, key]) {
      const messages = [said('tool', content, 1), closing]
      expect(rules(messages).messages, content.slice(0, 20)).toBe(messages)
    }
  })

  it('C4 the recency window: 4 by default, 0 none, n all', () => {
    const messages = Array.from({ length: 8 }, (_, at) =>
      said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at + 1),
    )
    const changed = (options: Given) =>
      compressSync(messages, { strategy: 'rules', strict: true, ...options }).receipt.changes.map(
        ({ message }) => message,
      )
    expect(changed({})).toEqual([0, 1, 2, 3])
    expect(changed({ recencyWindow: 0 })).toEqual([0, 1, 2, 3, 4, 5, 7])
    expect(changed({ recencyWindow: 8 })).toEqual([])
  })
})

describe('merging', () => {
  it('C5 joins neighbours of one role, and only those', () => {
    const view = rules([
      ...talk(['user', prose(600)], ['user', prose(600, 'bb')], ['assistant', prose(600, 'c')]),
      closing,
    ])
    expect(view.messages).toHaveLength(3)
    expect(view.messages[0]?.content).toContain('(2 messages merged)')
    expect(originOf(view.messages[0])?.ids).toEqual(['1', '2'])
    const kept = rules([
      ...talk(['user', prose(600)], ['user', 'short'], ['user', prose(600, 'bb')]),
      closing,
    ])
    expect(kept.messages).toHaveLength(4)
    expect(contents(kept.messages).join()).not.toContain('merged')
  })

  it('C6 keeps id, role, metadata and name of the first', () => {
    const first = said('user', prose(600), 1, { name: 'ada', metadata: { team: 'x' } })
    const view = rules([first, said('user', prose(600, 'bb'), 2), closing])
    expect(view.messages[0]).toMatchObject({ id: '1', role: 'user', name: 'ada', metadata: { team: 'x' } })
  })

  it('C7 all kept gives the very array, ratio 1 and an empty map', () => {
    const messages = talk(['user', 'a'], ['assistant', 'b'])
    const result = rules(messages)
    expect(result.messages).toBe(messages)
    expect(result.receipt.keptRatio).toBe(1)
    expect(result.originalsByHash).toEqual({})
    const empty: Said[] = []
    expect(rules(empty)).toMatchObject({ messages: [], receipt: { keptRatio: 1, changes: [] } })
  })

  it('C8 accounts for every message', () => {
    const messages = [
      ...talk(['user', prose(600)], ['user', prose(600, 'bb')], ['assistant', 'fine']),
      closing,
    ]
    const { receipt, originalsByHash, messages: view } = rules(messages)
    const touched = receipt.changes.flatMap(({ message, merged = [] }) => [message, ...merged])
    expect(touched).toEqual([0, 1])
    expect(Object.values(originalsByHash)).toHaveLength(receipt.changes.length)
    expect(view.length + touched.length - receipt.changes.length).toBe(messages.length)
  })
})

describe('summaries', () => {
  it('C12 never grow, and are not summarized again', () => {
    const messages = [...talk(['user', prose(900)], ['assistant', prose(1200, 'b')]), closing]
    const once = rules(messages)
    expect(once.receipt.changes).toHaveLength(2)
    const twice = rules(once.messages)
    expect(twice.messages).toBe(once.messages)
    expect(twice.receipt.changes).toEqual([])
  })

  it('C13 keep fences to the byte; 79 characters of prose are left, 80 are shortened or kept', () => {
    const fence = '   ```ts\n   const a = 1\n      ```'
    const text = `${prose(700)}\n\n${fence}\n\n${prose(500, 'b')}\n\n~~~sh\nnpm test\n~~~\n`
    const view = rules([said('assistant', text, 1), closing]).messages[0]?.content ?? ''
    expect(view).toContain(fence)
    expect(view).toContain('~~~sh\nnpm test\n~~~')
    expect(view.indexOf(fence)).toBeLessThan(view.indexOf('~~~sh'))
    expect(view).toContain('[summary: ')
    expect(view).not.toContain('entities:')
    const little = [
      said('assistant', `${'x'.repeat(79)}\n\`\`\`\n${'code();\n'.repeat(20)}\`\`\``, 1),
      closing,
    ]
    const decision = rules(little, { trace: true }).receipt.decisions?.[0]
    expect(decision).toMatchObject({ action: 'keep', reason: 'code' })
    const enough = [said('assistant', `${prose(80)}\n\`\`\`\n${'code();\n'.repeat(20)}\`\`\``, 1), closing]
    expect(rules(enough, { trace: true }).receipt.decisions?.[0]?.reason).toMatch(/^prose around code/)
  })

  it('C14 structured output names files and statuses, and no model is asked', async () => {
    const grep = Array.from(
      { length: 12 },
      (_, at) => `src/part${at % 5}/file${at}.ts:${at + 10}:  return value${at}`,
    ).join('\n')
    let calls = 0
    const summarizer = () => {
      calls += 1
      return 'short'
    }
    const view = await compress([said('tool', grep, 1), closing], {
      strategy: 'rules',
      recencyWindow: 0,
      strict: true,
      model: { summarizer },
    })
    expect(view.messages[0]?.content).toMatch(/^\[summary: files: src\/part0\/file0\.ts, .*\+\d+ more/)
    expect(calls).toBe(0)
  })
})

describe('provenance', () => {
  it('C15 names its sources by ids, deterministically', () => {
    const messages = [
      said('user', prose(600), 'first'),
      said('assistant', prose(600, 'b'), 'second'),
      closing,
    ]
    const view = rules(messages, { rules: { sourceVersion: 7 } })
    const origins = view.messages.slice(0, 2).map(originOf)
    expect(origins.map(origin => origin?.ids)).toEqual([['first'], ['second']])
    expect(origins[0]?.summary_id).toMatch(/^cce_sum_[0-9a-z]+$/)
    expect(origins[0]?.summary_id).not.toBe(origins[1]?.summary_id)
    expect(origins[0]?.version).toBe(7)
    expect(origins[0]).not.toHaveProperty('parent_ids')
    expect(rules(messages, { rules: { sourceVersion: 7 } }).messages).toEqual(view.messages)
    const named = rules(messages, { rules: { embedSummaryId: true } }).messages[0]
    expect(named?.content).toContain(`[summary#${originOf(named)?.summary_id}: `)
  })
})

describe('a model', () => {
  const summarized = async (summarizer: Summarizer, content = prose(900)) =>
    compress([said('user', content, 1), closing], {
      strategy: 'rules',
      recencyWindow: 0,
      strict: true,
      model: { summarizer, timeoutMs: 200 },
    })

  it('C16 is used where its answer is smaller, and costs nothing where it is not', async () => {
    const deterministic = rules([said('user', prose(900), 1), closing]).messages
    expect((await summarized(() => 'They talked.')).messages[0]?.content).toMatch(/^\[summary: They talked\./)
    expect((await summarized(async () => 'They talked.')).messages[0]?.content).toContain('They talked.')
    for (const bad of [
      () => '',
      () => prose(900),
      () => `${prose(900)} and more`,
      () => {
        throw new Error('no model')
      },
      () => Promise.reject(new Error('no model')),
      () => new Promise<string>(() => {}),
      () => 42 as unknown as string,
    ]) {
      const view = await summarized(bad)
      expect(view.messages).toEqual(deterministic)
      expect(view.receipt.notes.length).toBeGreaterThan(0)
    }
  })

  it('C16 sees the prose of a split message and not its code', async () => {
    const seen: string[] = []
    const text = `${prose(700)}\n\n\`\`\`ts\nconst secretOfCode = 1\n\`\`\`\n`
    const view = await summarized(asked => {
      seen.push(asked)
      return 'In short.'
    }, text)
    expect(seen).toHaveLength(1)
    expect(seen[0]).not.toContain('secretOfCode')
    expect(view.messages[0]?.content).toContain('[summary: In short.]')
    expect(view.messages[0]?.content).toContain('const secretOfCode = 1')
  })

  it('C17 is asked once for each group, under a budget too', async () => {
    let calls = 0
    const messages = Array.from({ length: 40 }, (_, at) =>
      said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at + 1),
    )
    await compress([...messages, closing], {
      strategy: 'rules',
      budget: '60%',
      strict: true,
      model: {
        summarizer: () => {
          calls += 1
          return 'They talked.'
        },
      },
    })
    expect(calls).toBeGreaterThan(0)
    expect(calls).toBeLessThanOrEqual(messages.length)
  })
})

describe('C17 a classifier', () => {
  const sql = 'SELECT id, total FROM orders JOIN customers ON customers.id = orders.customer_id;\n'.repeat(8)
  const classified = async (
    messages: readonly Said[],
    { model, ...options }: Given & { readonly model?: ModelOptions },
  ) => {
    const seen: string[] = []
    const view = await compress([...messages, closing], {
      strategy: 'rules',
      recencyWindow: 0,
      strict: true,
      trace: true,
      model: {
        classifier: text => {
          seen.push(text)
          return { decision: 'preserve' }
        },
        ...model,
      },
      ...options,
    })
    return { seen, reasons: view.receipt.decisions?.map(({ reason }) => reason) ?? [] }
  }

  it('hybrid skips what is hard, full does not', async () => {
    const messages = [said('tool', sql, 1), said('tool', prose(600), 2)]
    expect((await classified(messages, {})).seen).toEqual([prose(600)])
    expect((await classified(messages, { model: { classifierMode: 'full' } })).seen).toEqual([
      sql,
      prose(600),
    ])
  })

  it('never sees preserved roles, short texts or messages that call tools', async () => {
    const calls = [{ id: 'c1', type: 'function', function: { name: 'run', arguments: '{}' } }]
    const messages = [
      said('system', prose(600), 1),
      said('user', prose(119), 2),
      said('assistant', prose(600, 'b'), 3, { tool_calls: calls }),
      said('tool', 'ok', 4, { tool_call_id: 'c1' }),
    ]
    for (const classifierMode of ['hybrid', 'full'] as const)
      expect((await classified(messages, { model: { classifierMode } })).seen).toEqual([])
  })

  it('is called once for each text that is open, under a budget too (D15)', async () => {
    const messages = Array.from({ length: 143 }, (_, at) =>
      said(at % 2 ? 'assistant' : 'user', prose(600, `s${at}`), at + 1),
    )
    const { seen } = await classified(messages, { recencyWindow: 134 })
    expect(seen).toHaveLength(10)
    for (const budget of ['90%', '50%'] as const) {
      const { seen } = await classified(messages, { budget })
      expect(seen.length).toBeGreaterThan(0)
      expect(new Set(seen).size).toBe(seen.length)
    }
  })

  it('is beaten by patterns, and both by duplicates', async () => {
    const messages = [
      said('tool', prose(600, 'same'), 1),
      said('tool', prose(600, 'same'), 2),
      said('tool', prose(600, 'bb'), 3),
      said('tool', prose(600, 'ccc'), 4),
    ]
    const { seen, reasons } = await classified(messages, { preservePatterns: [/round same|round bb/] })
    expect(seen).toEqual([prose(600, 'ccc')])
    expect(reasons.slice(0, 4)).toEqual([
      'exact duplicate',
      'another text refers to it',
      'matches /round same|round bb/',
      'the classifier says preserve, 1.00',
    ])
  })
})

describe('a budget', () => {
  const messages = [
    said('system', 'Be brief.', 0),
    ...Array.from({ length: 20 }, (_, at) =>
      said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at + 1),
    ),
  ]

  it('C18 widens the window as far as it fits; says what it could not do', () => {
    const wide = rules(messages, { budget: '80%' })
    const narrow = rules(messages, { budget: '50%' })
    expect(wide.receipt.budget?.met).toBe(true)
    expect(narrow.receipt.budget?.met).toBe(true)
    expect(wide.receipt.changes.length).toBeLessThan(narrow.receipt.changes.length)
    expect(wide.receipt.tokens.after.tokens).toBeLessThanOrEqual(wide.receipt.budget?.tokens ?? 0)
    expect(rules(messages).receipt).not.toHaveProperty('budget')
    const impossible = rules(messages, { budget: 10 })
    expect(impossible.receipt.budget).toMatchObject({ met: false })
    expect(impossible.receipt.budget?.floor?.tokens).toBe(impossible.receipt.tokens.after.tokens)
    const wished = rules(messages, { budget: 10, rules: { minRecencyWindow: 6 } })
    expect(wished.receipt.changes.every(({ message }) => message < messages.length - 6)).toBe(true)
  })

  it("C18 counts with the caller's counter everywhere", () => {
    const counter = { name: 'constant', exact: true, count: () => 42 }
    const { receipt } = rules(messages, { budget: 1e6, counter })
    expect(receipt.tokens.after).toEqual(receipt.tokens.before)
    expect(receipt.tokens.counter).toBe('constant')
  })

  it('C19 forceConverge cuts the longest, only above 512 characters, and comes back', () => {
    const json = (id: number) =>
      JSON.stringify({ id, rows: Array.from({ length: 60 }, (_, row) => ({ row, value: row * id })) })
    const long = [
      said('system', 'Be brief.', 0),
      ...Array.from({ length: 12 }, (_, at) => said('tool', json(at + 1), at + 1)),
      said('user', 'short one', 50),
      closing,
    ]
    const stuck = rules(long, { budget: 4000 })
    expect(stuck.receipt.budget?.met).toBe(false)
    const forced = rules(long, { budget: 4000, rules: { forceConverge: true } })
    expect(forced.receipt.budget?.met).toBe(true)
    const truncated = forced.messages.filter(({ content }) => content?.startsWith('[truncated — '))
    expect(truncated.length).toBeGreaterThan(0)
    expect(truncated.length).toBeLessThan(13)
    expect(JSON.stringify(uncompressSync(forced.messages, forced.originalsByHash).messages)).toBe(
      JSON.stringify(long),
    )
    expect(rules(forced.messages, { budget: 4000, rules: { forceConverge: true } }).messages).toBe(
      forced.messages,
    )
  })

  it('C20 compressionThreshold: below it, the same array', () => {
    const { tokens } = rules(messages).receipt.tokens.before
    expect(rules(messages, { compressionThreshold: tokens + 1 }).messages).toBe(messages)
    expect(rules(messages, { compressionThreshold: tokens }).receipt.changes.length).toBeGreaterThan(0)
  })

  it('C21 observationThreshold compresses what is large, however recent, but not system or calls', () => {
    const json = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: `row ${id}` })))
    const large = [said('system', prose(9000), 0), said('tool', json, 1), said('tool', prose(9000, 'b'), 2)]
    const view = compressSync(large, {
      strategy: 'rules',
      rules: { observationThreshold: 500 },
      strict: true,
    })
    expect(view.receipt.changes.map(({ message }) => message)).toEqual([1, 2])
    expect(JSON.stringify(uncompressSync(view.messages, view.originalsByHash).messages)).toBe(
      JSON.stringify(large),
    )
  })
})

describe('duplicates', () => {
  const text = prose(400, 'same')

  it('C22 the latest stays, or the first in the window; from 200 characters on; across roles', () => {
    const three = [said('user', text, 1), said('assistant', text, 2), said('tool', text, 3), closing]
    const view = rules(three)
    expect(contents(view.messages).slice(0, 3)).toEqual([
      `[cce:dup of 3 — ${text.length} chars]`,
      `[cce:dup of 3 — ${text.length} chars]`,
      text,
    ])
    const windowed = rules(three, { recencyWindow: 3 })
    expect(contents(windowed.messages)[0]).toBe(`[cce:dup of 2 — ${text.length} chars]`)
    expect(contents(windowed.messages)[2]).toBe(text)
    const inside = rules(three, { recencyWindow: 4 })
    expect(inside.messages).toBe(three)
    const short = text.slice(0, 199)
    expect(
      contents(rules([said('user', short, 1), said('tool', short, 2), closing]).messages).join(),
    ).not.toContain('cce:dup')
    const near = rules([said('user', text, 1), said('tool', `${text}!`, 2), closing])
    expect(contents(near.messages).join()).not.toContain('cce:dup')
    expect(contents(rules(three, { dedup: false }).messages).join()).not.toContain('cce:dup')
  })

  it('C23 fuzzy: off by default, and reports the true similarity', () => {
    const lines = Array.from(
      { length: 40 },
      (_, at) => `Entry ${at} of the long list reads nothing new today`,
    )
    const first = lines.join('\n')
    const second = lines.map((line, at) => (at === 7 ? 'Entry 7 was changed since' : line)).join('\n')
    const messages = [said('tool', first, 1), said('tool', second, 2), closing]
    expect(contents(rules(messages).messages).join()).not.toContain('near-dup')
    const view = rules(messages, { rules: { fuzzyDedup: true } })
    expect(view.messages[0]?.content).toBe(`[cce:near-dup of 2 — ${first.length} chars, ~95% match]`)
    expect(view.messages[1]?.content).toBe(second)
  })
})

describe('corrections', () => {
  it('give way to a line about them', () => {
    const first =
      'We deploy the checkout service to the Frankfurt region every Friday evening, and the database migration runs before the checkout service starts in the Frankfurt region.'
    const second =
      'Actually, no: we do not deploy the checkout service to the Frankfurt region every Friday evening. We deploy the checkout service on Monday instead, and the database migration runs after it.'
    const messages = [
      said('user', first, 'a'),
      said('assistant', 'ok', 'x'),
      said('user', second, 'b'),
      closing,
    ]
    const view = rules(messages, { rules: { contradictionDetection: true } })
    expect(view.messages[0]?.content).toMatch(/^\[cce:superseded by b (?:\(\w+\) — .+|— \w+)\]$/)
    expect(view.messages[2]?.content).toBe(second)
    expect(contents(rules(messages).messages).join()).not.toContain('superseded')
  })
})

describe('C26 the way back', () => {
  it('is exact for single, merged, split and repeated messages', () => {
    const messages = [
      ...talk(
        ['user', prose(600)],
        ['user', prose(600, 'bb')],
        ['assistant', `${prose(500)}\n\`\`\`\ncode\n\`\`\``],
      ),
      said('tool', prose(400, 'same'), 4),
      said('tool', prose(400, 'same'), 5),
      closing,
    ]
    const view = rules(messages)
    expect(new Set(view.receipt.changes.map(({ reducer }) => reducer)).size).toBeGreaterThanOrEqual(3)
    const back = uncompressSync(view.messages, view.originalsByHash)
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
    expect(uncompressSync(view.messages, {}).messages).toBe(view.messages)
  })
})
