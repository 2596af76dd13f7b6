import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { expand } from '../../src/expand.ts'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import type { Ledger } from '../../src/ledger/index.ts'
import { ledgerOfMessages as createLedger } from '../../src/ledger/ledger-of-messages.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncStore } from '../../src/store/store.ts'
import type { AnchoredOptions } from '../../src/strategies/anchored/anchored-options.ts'
import type { SharedOptions } from '../../src/strategies/options/shared-options.ts'
import type { Message, ResumeState } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { chat, textsOf } from './view-of.ts'
import { goal, pathOf, rounds, rule, said, workSession } from './work-session.ts'

const ledgersIn = (raw: readonly unknown[]): readonly string[] =>
  textsOf(chat, raw).filter(text => text.startsWith('[Ledger: '))

const rowsIn = (state: ResumeState | undefined, section: string): Ledger['rows'] =>
  ((state?.ledger as Ledger | undefined)?.rows ?? []).filter(row => row.section === section)

const changedFiles = (state: ResumeState | undefined): readonly string[] =>
  rowsIn(state, 'files')
    .filter(row => /modified/.test(row.state))
    .map(row => row.key)

/** Ten rounds of work, six messages each, with a wish of the user before every one. */
const parts: readonly (readonly Message[])[] = Array.from({ length: 10 }, (_, number) => [
  said('user', number === 0 ? `${goal}\n${rule}` : `Go on with area ${number}.`),
  ...rounds(number * 2, 2),
])
const allFiles = Array.from({ length: 19 }, (_, number) => pathOf(number))

type Way =
  | 'the whole history and the state'
  | 'the view, from the store'
  | 'the view, from the state'
  | 'the view alone'

interface Given extends SharedOptions<SyncStore> {
  readonly anchored?: AnchoredOptions
}

function playOut(
  way: Way,
  options: Given & { readonly strategy?: 'anchored' | 'hybrid' },
  format: Format = chat,
  played: typeof parts = parts,
) {
  const store = memoryStore()
  let view: readonly unknown[] = []
  let whole: readonly unknown[] = []
  let originalsByHash = {}
  let state: ResumeState | undefined
  const folded: number[] = []
  for (const part of played) {
    const raw = format.create(part)
    whole = [...whole, ...raw]
    const isWhole = way === 'the whole history and the state'
    const result = compressSync(isWhole ? whole : [...view, ...raw], {
      strategy: 'anchored',
      format: format.name,
      strict: true,
      ...options,
      ...(way === 'the view, from the store' ? { store } : {}),
      ...(isWhole || way === 'the view, from the state' ? { state } : {}),
    })
    // A budget may have no room for every answer; that is said, and nothing else is.
    expect(result.receipt.notes.filter(({ code }) => code !== 'probes-below-aim')).toEqual([])
    originalsByHash = { ...originalsByHash, ...result.originalsByHash }
    view = result.messages
    folded.push((result.state?.ledger.turns ?? 0) - (state?.ledger.turns ?? 0))
    state = result.state ?? state
  }
  const source = way === 'the view, from the store' ? store : originalsByHash
  return { view, whole, state, folded, back: uncompressSync(view, source, { format: format.name }).messages }
}

describe.each<Way>([
  'the whole history and the state',
  'the view, from the store',
  'the view, from the state',
  'the view alone',
])('ten rounds with %s', way => {
  const { view, whole, state, back } = playOut(way, {})

  it('lose no file that was changed, no rule, and not what the user first asked for', () => {
    expect(changedFiles(state)).toEqual(expect.arrayContaining([...allFiles]))
    expect(rowsIn(state, 'constraints').map(row => row.value)).toContain(rule)
    const [original] = rowsIn(state, 'intent')
    expect(original).toMatchObject({ state: 'original', first: 0 })
    expect(original?.value).toContain(goal)
    expect(rowsIn(state, 'decisions').length).toBeGreaterThan(15)
  })

  it('show one ledger, and the newest messages as they were', () => {
    expect(ledgersIn(view)).toHaveLength(1)
    expect(ledgersIn(view)[0]).toContain(rule)
    expect(ledgersIn(view)[0]).toContain(pathOf(3))
    expect(view.slice(-5)).toEqual(whole.slice(-5))
    expect(view.length).toBeLessThan(12)
  })

  it('lead back to every message', () => {
    expect(JSON.stringify(back)).toBe(JSON.stringify(whole))
  })

  it('count messages as the whole history does', () => {
    const truth = createLedger(chat.read(whole.slice(0, state?.ledger.turns)))
    const turns = (rows: Ledger['rows']) => rows.map(row => [row.key, row.last])
    expect(turns(rowsIn(state, 'files'))).toEqual(turns(truth.rows.filter(row => row.section === 'files')))
  })
})

describe('each round', () => {
  it('reads only what is new', () => {
    const { folded } = playOut('the whole history and the state', {})
    expect(folded.slice(1).every(count => count <= 13 && count > 0)).toBe(true)
  })

  it.each(formats)('works in $name', format => {
    for (const way of ['the whole history and the state', 'the view, from the store'] as const) {
      const { back, whole, state } = playOut(way, { budget: 1500 }, format, parts.slice(0, 6))
      expect(JSON.stringify(back)).toBe(JSON.stringify(whole))
      expect(changedFiles(state)).toEqual(expect.arrayContaining([...allFiles.slice(0, 8)]))
    }
  })

  it('keeps the newest messages without a gap', () => {
    const raw = chat.create([
      ...workSession(8),
      said('assistant', 'A long report. '.repeat(400)),
      said('user', 'Thanks.'),
      ...rounds(8, 1),
      said('user', 'Go on.'),
    ])
    const { messages } = compressSync(raw, {
      strategy: 'anchored',
      format: chat.name,
      strict: true,
      budget: 1800,
    })
    const kept = raw.flatMap((message, at) => (at > 0 && messages.includes(message) ? [at] : []))
    expect(kept.length).toBeGreaterThan(2)
    expect(kept).toEqual(kept.map((_, at) => raw.length - kept.length + at))
  })

  it('keeps every change of a file that was changed again', () => {
    const again = [
      ...workSession(2).slice(0, -2),
      ...rounds(0, 1).map(message => renamed(message, 'second')),
      ...rounds(1, 4),
    ]
    const { state } = compressSync(chat.create(again), {
      strategy: 'anchored',
      format: chat.name,
      strict: true,
    })
    const [row] = rowsIn(state, 'files').filter(({ key }) => key === pathOf(0))
    expect(row?.facts.filter(({ kind }) => kind === 'modified')).toHaveLength(2)
  })

  it('hybrid does not fold what it has folded: the earlier ledger is taken over as it is', () => {
    const raw = chat.create(workSession(10))
    const first = compressSync(raw.slice(0, 40), { strategy: 'hybrid', format: chat.name, strict: true })
    // Nobody could read this row from the messages: it can only come from the ledger that was handed over.
    const ledger = first.state?.ledger as Ledger
    const planted = ledger.rows.map(row =>
      row.section === 'decisions' && row.first < 12
        ? { ...row, facts: row.facts.map(fact => ({ ...fact, about: 'Planted words.' })) }
        : row,
    )
    const state = { ...(first.state as ResumeState), ledger: { ...ledger, rows: planted } }
    const second = compressSync(raw, { strategy: 'hybrid', format: chat.name, strict: true, state })
    expect(rowsIn(second.state, 'decisions').map(row => row.value)).toContain('Planted words.')
  })

  it('changes nothing where all that would go is in the ledger, and folds it with what is new', () => {
    const raw = chat.create(workSession(8))
    const given = { strategy: 'anchored', format: chat.name, strict: true } as const
    const pinned = compressSync(raw, { ...given, pins: [8] }).messages
    expect(pinned).toContain(raw[8])
    expect(compressSync(pinned, given).messages).toEqual(pinned)
    const more = chat.create([said('user', 'Go on.'), ...rounds(8, 1)])
    const folded = compressSync([...pinned, ...more], given).messages
    expect(folded).not.toContain(raw[8])
    expect(ledgersIn(folded)).toHaveLength(1)
  })
})

function renamed(message: Message, suffix: string): Message {
  const text = JSON.stringify(message).replaceAll(/"(read|edit|test)-0"/g, `"$1-0-${suffix}"`)
  return JSON.parse(text) as Message
}

describe('a state', () => {
  const raw = chat.create(workSession(10))
  const given = { strategy: 'anchored', format: chat.name, strict: true } as const
  const { state, messages: view } = compressSync(raw.slice(0, 40), given)

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    expect(state).toMatchObject({ version: 1, strategy: 'anchored', anchor: { occurrence: 1 } })
  })

  it.each([
    ['was rewound', 'it was rewound', raw.slice(0, 20)],
    ['is another session', 'the state is of another session', chat.create(rounds(40, 8))],
    [
      'was changed',
      'message 2 is not the one that it covers',
      raw.map((message, index) =>
        index === 1 ? { ...(message as object), content: 'Other words.' } : message,
      ),
    ],
  ])('does not fit a history that %s, and that is said', (_, why, history) => {
    const plain = compressSync(history, given)
    const result = compressSync(history, { ...given, state })
    expect(result.receipt.notes).toMatchObject([
      { code: 'state-mismatch', message: expect.stringContaining(why) },
    ])
    expect(result.messages).toEqual(plain.messages)
    expect(result.state).toEqual(plain.state)
  })

  it('fits the history, and the view that it was made with', () => {
    for (const history of [raw, [...view, ...raw.slice(40)]])
      expect(compressSync(history, { ...given, state }).receipt.notes).toEqual([])
  })

  it('is given back where nothing is new', () => {
    const again = compressSync(view, { ...given, state })
    expect(again.messages).toEqual(view)
    expect(again.state).toEqual(state)
  })

  it('reaches as far as before where more messages stay', () => {
    const again = compressSync(raw.slice(0, 40), { ...given, state, budget: '70%' })
    expect(again.messages.length).toBeGreaterThan(view.length)
    expect(again.state?.anchor).toEqual(state?.anchor)
  })

  it('of a view that was rewound is not folded in: what it says stays in sight', () => {
    const more = [...view.slice(0, 3), ...raw.slice(2, 14)]
    const inflated = more.map(message =>
      JSON.parse(JSON.stringify(message).replace('# Session ledger (', '# Session ledger (9')),
    )
    const result = compressSync(inflated, given)
    expect(result.receipt.notes.map(({ code }) => code)).toEqual(['earlier-not-read'])
    expect(result.messages).toContain(inflated.find(message => JSON.stringify(message).includes('[Ledger: ')))
  })

  it.each([null, {}, { version: 2 }, { ...state, ledger: { version: 1 } }, { ...state, anchor: {} }])(
    'that is none is refused: %j',
    broken => {
      const refused = compressSync(raw, { ...given, strict: false, state: broken as never })
      expect(refused.messages).toBe(raw)
      expect(refused.receipt.notes[0]).toMatchObject({ code: 'invalid-option' })
    },
  )

  it('holds no secret', () => {
    const secret = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}`
    const history = [said('user', `Always use the key ${secret} for deploys.`), ...rounds(0, 6)]
    const result = compressSync(chat.create(history), given)
    expect(result.state).toBeDefined()
    expect(JSON.stringify(result.state)).not.toContain(secret)
    expect(ledgersIn(result.messages).join()).not.toContain(secret)
  })
})

describe('numbers in the ledger', () => {
  it('lead to the messages, also over rounds', async () => {
    const store = memoryStore()
    let view: readonly unknown[] = []
    const whole = parts.flatMap(part => chat.create(part))
    for (const part of parts.slice(0, 4))
      view = compressSync([...view, ...chat.create(part)], {
        strategy: 'anchored',
        format: chat.name,
        strict: true,
        store,
      }).messages
    const handle = /(db_[0-9a-f]+)#n is message n/.exec(ledgersIn(view)[0] ?? '')?.[1]
    const [, number] = /renamed?.*|part-3\.ts \(.*?#(\d+)/.exec(ledgersIn(view)[0] ?? '') ?? []
    for (const turn of [2, 13, Number(number ?? 21), 34]) {
      const words = await expand(`${handle}#${turn}`, store)
      const [said] = textsOf(chat, [whole[turn - 1]])
      expect(words.includes(said as string) || words.includes(JSON.stringify(said).slice(1, -1))).toBe(true)
    }
  })
})

describe('rehydration', () => {
  const raw = chat.create(workSession(10))
  const shows = (view: readonly unknown[], number: number): boolean =>
    textsOf(chat, view).some(text => text.includes(`value_${number}_29 `))

  it('keeps the latest showings of the files that were edited last', () => {
    const given = { strategy: 'anchored', format: chat.name, strict: true } as const
    const without = compressSync(raw, given).messages
    const { messages, originalsByHash } = compressSync(raw, {
      ...given,
      anchored: { rehydrate: { files: 3 } },
    })
    expect([5, 6, 7, 8].map(number => shows(without, number))).toEqual([false, false, false, false])
    expect([5, 6, 7, 8, 9].map(number => shows(messages, number))).toEqual([false, false, true, true, true])
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(raw)
    expect(chat.check(messages)).toEqual([])
  })

  it('stays within its own limits and within the budget', () => {
    for (const rehydrate of [{ tokensPerFile: 10 }, { tokens: 10 }, { files: 0 }]) {
      const { messages } = compressSync(raw, {
        strategy: 'hybrid',
        format: chat.name,
        strict: true,
        anchored: { rehydrate },
      })
      expect([5, 6, 7, 8].some(number => shows(messages, number))).toBe(false)
    }
    const { receipt, messages } = compressSync(raw, {
      strategy: 'hybrid',
      format: chat.name,
      strict: true,
      anchored: { rehydrate: true },
      budget: 2500,
    })
    expect(receipt.budget?.met).toBe(true)
    expect(receipt.tokens.after.tokens).toBeGreaterThan(0.97 * 2500)
    expect(shows(messages, 9)).toBe(true)
  })
})
