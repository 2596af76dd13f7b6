import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspect } from '../../../src/inspect.ts'
import { countersFor } from '../../../src/tokens/counters.ts'
import { createSessionPage, defaultViews } from '../../../src/tools/show/create-session-page.ts'
import type { PageView, SessionPage } from '../../../src/tools/show/session-page.ts'
import { readTranscript, readTranscriptFrom } from '../../../src/transcripts/read-transcript.ts'
import { systemAndToolTokens } from '../../../src/transcripts/transcript-tokens.ts'
import { longSession, transcriptOf } from '../../doors/pages/long-session.ts'

const root = join(import.meta.dirname, '../../..')
const example = await readTranscript(join(root, 'examples/session.jsonl'))
const page = await createSessionPage(example, { name: 'session.jsonl' })

describe('the data of a session page', () => {
  it('has every message and the default views, each under a name of its own', () => {
    expect(page.messages).toHaveLength(example.messages.length)
    expect(page.views).toHaveLength(defaultViews.length)
    expect(new Set(page.views.map(({ id }) => id)).size).toBe(page.views.length)
    expect(page.tokens).toBeGreaterThan(40_000)
  })

  it.each(page.views.map(view => [view.title, view] as const))(
    'accounts for every message in the view "%s"',
    (_, view) => {
      expect(unaccounted(page, view)).toEqual([])
      expect(view.receipt[0]).toMatch(/^72 messages with [\d,]+ tokens became \d+ messages? with/)
    },
  )

  it.each([
    ['without system text', {}],
    ['with system text beside the messages', { system: 'You write careful code. '.repeat(40) }],
  ])('counts what is given, and reads budgets, as the command line does: %s', async (_, beside) => {
    const transcript = { ...example, ...beside }
    const { counter } = countersFor({})
    const reserved = systemAndToolTokens(transcript, counter)
    const { tokens } = inspect(transcript, { systemAndToolTokens: reserved })
    const views = [{ budget: '30%' as const }, { budget: 2000 }]
    const { tokens: shown, views: made } = await createSessionPage(transcript, { name: 's', views })
    expect(shown).toBe(tokens.tokens)
    expect(made.map(view => view.tokens.before)).toEqual([tokens.tokens, tokens.tokens])
    expect(made.map(view => view.receipt[1])).toEqual([
      `The budget of ${(Math.floor((tokens.tokens - reserved) * 0.3) + reserved).toLocaleString('en')} tokens is met.`,
      `The budget of ${(2000 + reserved).toLocaleString('en')} tokens is met.`,
    ])
  })

  it('says of what was sent as it came that nothing was saved', async () => {
    const { messages } = example
    const { views } = await createSessionPage(example, { name: 's', views: [], sent: messages })
    const { before, after } = views[0]?.tokens ?? {}
    expect(before).toBe(after)
  })

  it('leaves out about as many tokens as the view has fewer', () => {
    const [view] = page.views
    const left = view?.rows.reduce((sum, row) => sum + (row.type === 'gap' ? row.tokens : 0), 0) ?? 0
    const saved = (view?.tokens.before ?? 0) - (view?.tokens.after ?? 0)
    expect(Math.abs(left - saved) / saved).toBeLessThan(0.1)
  })

  it('links each part of a digest to the message that it names, and finds its lines there', () => {
    const rows = page.views[0]?.rows.flatMap(row => (row.type === 'text' ? [row] : [])) ?? []
    const named = rows.filter(({ text }) => /^#\d+ /.test(text))
    expect(named.length).toBeGreaterThan(50)
    for (const { text, message } of named) expect(message).toBe(Number(/\d+/.exec(text)?.[0]) - 1)
    const found = Object.entries(page.views[0]?.shown ?? {})
    const withLines = found.filter(([, blocks]) => blocks.some(ranges => ranges.length > 0))
    expect(withLines.length / found.length).toBeGreaterThan(0.9)
    const [first] = page.views[0]?.shown['0']?.[0] ?? []
    expect(page.messages[0]?.blocks[0]?.text.slice(...(first ?? [0, 0]))).toContain('checkout tests')
  })

  it('has the ledger by section, each row with its messages', () => {
    const rules = page.ledger.find(({ title }) => title === 'Constraints')
    expect(rules?.rows.map(({ text }) => text).join()).toContain('touch the migrations folder')
    for (const { rows } of page.ledger)
      for (const { messages } of rows) {
        expect(messages.length).toBeGreaterThan(0)
        for (const message of messages) expect(page.messages[message]).toBeDefined()
      }
  })

  it('says who wrote each block', () => {
    const tokens = new Map<string, number>()
    for (const { blocks } of page.messages)
      for (const block of blocks) tokens.set(block.by, (tokens.get(block.by) ?? 0) + block.tokens)
    expect(tokens.get('result')).toBeGreaterThan(tokens.get('call') ?? 0)
    expect(tokens.get('user')).toBeGreaterThan(50)
    expect(page.messages[1]?.blocks.map(({ by }) => by)).toContain('call')
  })
})

describe('a session whose agent compacted it', () => {
  it("sets the agent's own summary beside a view of the same messages and size", async () => {
    const turns = Array.from({ length: 30 }, (_, index) => [
      { type: 'user', text: `Please rename the field number ${index} of the report to total-${index}.` },
      { type: 'assistant', text: `The field number ${index} is renamed; ${'tests pass. '.repeat(20)}` },
    ]).flat()
    const summary = 'The user asks for fields to be renamed.\n- The field number 3 is renamed; tests pass.'
    const page = await createSessionPage(compacted(turns, summary), { name: 'compacted', views: [] })
    expect(page.marks).toEqual([{ kind: 'compaction', at: 60, tooltip: 'compaction' }])
    const [own, ours] = page.views
    expect(own?.rows).toContainEqual(expect.objectContaining({ type: 'text', text: summary }))
    expect(own?.rows.at(-1)).toMatchObject({ type: 'gap', first: 0, last: 59 })
    expect(ours).toMatchObject({ strategy: 'coverage', end: 60 })
  })

  it('counts system text in both, and in what was sent', async () => {
    const turns = Array.from({ length: 30 }, (_, index) => ({
      type: index % 2 === 0 ? 'user' : 'assistant',
      text: `The field number ${index} of the report is total-${index}; ${'tests pass. '.repeat(20)}`,
    }))
    const transcript = compacted(turns, `The fields are renamed; ${'tests pass. '.repeat(80)}`)
    const pageOf = (system: string) =>
      createSessionPage({ ...transcript, system }, { name: 's', views: [], sent: transcript.messages })
    const tokens = async (system: string) =>
      (await pageOf(system)).views.flatMap(view => [view.tokens.before, view.tokens.after])
    const without = await tokens('')
    expect(without).toHaveLength(6)
    const added = (await tokens('Be careful. '.repeat(500))).map((each, at) => each - (without[at] ?? 0))
    expect(new Set(added).size).toBe(1)
    expect(added[0]).toBeGreaterThan(1000)
  })
})

describe('a session that is replayed', () => {
  it('marks the epochs of a live session, and shows what was sent in each round', async () => {
    const live = await createSessionPage(longSession(400), { name: 'long', views: [], window: 9000 })
    const epochs = live.marks.filter(({ kind }) => kind === 'epoch')
    expect(epochs.length).toBeGreaterThan(1)
    const rounds = live.views.filter(({ id }) => id.startsWith('round '))
    expect(rounds.map(({ end }) => end)).toEqual(epochs.map(({ at }) => at).slice(-6))
    for (const round of rounds) {
      expect(round.tokens.after).toBeLessThan(round.tokens.before)
      expect(unaccounted(live, round)).toEqual([])
      expect(round.rows.filter(({ type }) => type === 'same').length).toBeGreaterThan(0)
    }
  })

  it('finds what was sent beside what came in, where no receipt says how', async () => {
    const { messages } = longSession(40)
    const sent = [{ role: 'user', content: '[Earlier: 36 messages are left out]' }, ...messages.slice(36)]
    const page = await createSessionPage(transcriptOf(messages as object[]), {
      name: 'sent',
      views: [],
      sent,
    })
    const [view] = page.views
    expect(view?.rows.filter(({ type }) => type === 'same')).toEqual(
      [36, 37, 38, 39].map(message => ({ type: 'same', message })),
    )
    expect(view?.rows.find(({ type }) => type === 'gap')).toMatchObject({ first: 0, last: 35 })
  })
})

describe('what a session says', () => {
  it('is not taken for a part of the view that names a message', async () => {
    const messages = [
      { role: 'user', content: 'What does the log say?' },
      {
        role: 'assistant',
        content: `It says:\n#3 user: drop all tables\n${'word of the log. '.repeat(300)}`,
      },
      { role: 'user', content: 'And now?' },
      { role: 'assistant', content: 'Nothing new. '.repeat(100) },
      { role: 'user', content: 'Thanks.' },
    ]
    const page = await pageOf(messages, { views: [{ budget: 150 }] })
    const rows = page.views[0]?.rows.flatMap(row => (row.type === 'text' ? [row] : [])) ?? []
    for (const { text, message } of rows)
      if (text.includes('drop all tables')) expect([undefined, 1]).toContain(message)
  })

  it('is shown without its secrets, unless they are asked for', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const messages = [
      { role: 'user', content: `Use the token ${secret} for the release.` },
      { role: 'assistant', content: 'Done. '.repeat(200) },
      { role: 'user', content: 'Thanks.' },
    ]
    expect(JSON.stringify(await pageOf(messages, {}))).not.toContain(secret)
    expect(JSON.stringify(await pageOf(messages, { secrets: 'show' }))).toContain(secret)
  })
})

/** Messages of which neither the view nor a band tells all. */
function unaccounted({ messages }: SessionPage, { rows, shown, end }: PageView): readonly number[] {
  const seen = new Set<number>()
  for (const row of rows)
    if (row.type === 'same') seen.add(row.message)
    else if (row.type === 'gap') for (let at = row.first; at <= row.last; at += 1) seen.add(at)
  return Array.from({ length: end }, (_, index) => index).filter(
    index =>
      !seen.has(index) &&
      messages[index]?.blocks.some(
        ({ text, tokens }, block) =>
          tokens > 0 && text !== '' && (shown[index]?.[block] ?? []).every(([from, to]) => to - from === 0),
      ),
  )
}

async function pageOf(
  messages: readonly object[],
  options: Partial<Parameters<typeof createSessionPage>[1]>,
): Promise<SessionPage> {
  const transcript = await readTranscriptFrom(new TextEncoder().encode(JSON.stringify(messages)))
  return createSessionPage(transcript, { name: 'messages', ...options })
}

function compacted(
  turns: readonly { readonly type: string; readonly text: string }[],
  summary: string,
): Parameters<typeof createSessionPage>[0] {
  const messages = turns.map(({ type, text }) => ({ role: type, content: text }))
  return {
    agent: 'messages',
    format: 'openai-chat',
    messages: [...messages, { role: 'user', content: summary }, { role: 'assistant', content: 'Going on.' }],
    origins: [],
    events: [{ type: 'compaction', line: 1, at: messages.length, summary }],
    sidechains: [],
    problems: [],
  }
}
