import { describe, expect, it } from 'vitest'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { type ReplaySession, replaySession } from '../../../bench/replay/replay-session.ts'
import { type ReplayWay, replayWay } from '../../../bench/replay/replay-way.ts'
import { lateThread } from './late-thread.ts'
import { recordedSession } from './recorded-session.ts'

/** The corpus is replayed by `bench/replay.ts`; these are small, and of every kind. */
async function* sessionsIn(
  formats: readonly ConversationFormat[],
  { tools, isAlternating }: Pick<ReplayWay, 'tools' | 'isAlternating'>,
): AsyncGenerator<ReplaySession> {
  for (const [at, format] of formats.entries()) {
    // It decides how the model looks things up: whole originals in each turn, or now and then.
    const number = tools ? 4 + at : 4
    const name = `${format}-${number}`
    const session = replaySession(recordedSession(name, 13), format, {
      name,
      number: number + at * 12,
      isAlternating: isAlternating === true && format === 'openai-chat',
    })
    if (session !== undefined) yield session
  }
}

async function* lateSessionIn(format: ConversationFormat, turns: number): AsyncGenerator<ReplaySession> {
  const session = replaySession(recordedSession('late', turns), format, {
    name: 'late',
    number: 5,
    isAlternating: false,
  })
  if (session !== undefined) yield session
}

const window = 9000
const timeout = 300_000

/** One proxy serves them all: each process has to load and warm up what it runs. */
const formats = ['anthropic', 'openai-chat', 'openai-responses'] as const

const lateEntry = lateThread()

// Side by side: those with late views wait for most of their time.
describe.concurrent('recorded sessions', { timeout }, () => {
  it.each([
    ['anthropic', 'comes too late', { window: 12_000, tools: false, epochs: '7000', turns: 16 }],
    [
      'openai-responses',
      'comes too late, with lookups',
      { window: 12_000, tools: true, epochs: '7000', turns: 20 },
    ],
    ['openai-chat', 'ends its thread', { window: 16_000, tools: false, epochs: 'never', turns: 17 }],
  ] as const)(
    'a strict provider gets the view before and what is new where a view of %s %s',
    async (format, _, { epochs, turns, ...rest }) => {
      // Long enough for a busy machine to do what is not held up.
      const way = {
        ...rest,
        timeout: 5,
        pauseMs: 300,
        env: { NODE_OPTIONS: `--import=${await lateEntry}`, LATE_EPOCHS: epochs },
      }
      const { findings, ...counts } = await replayWay(way, lateSessionIn(format, turns))
      expect(findings.filter(({ fault }) => fault !== 'not compressed')).toEqual([])
      const notes = new Set(findings.map(({ detail }) => detail))
      expect([...notes]).toContain(epochs === 'never' ? 'compression-failed' : 'compression-timeout')
      // A view that came too late is sent with a later request.
      expect(counts.epochs > 1).toBe(epochs !== 'never')
      expect(counts.sentTokens).toBeLessThan(counts.givenTokens * 0.9)
    },
  )

  it.each([
    ['alone, and in turns where a template of a chat demands them', { tools: false, isAlternating: true }],
    ['with lookups', { tools: true }],
  ])('reach a strict provider valid, stable, with all instructions and true counts, %s', async (_, way) => {
    const { findings, ...counts } = await replayWay({ window, ...way }, sessionsIn(formats, way))
    expect(findings).toEqual([])
    expect(counts).toMatchObject({ sessions: 3, impossible: 0 })
    expect(counts.epochs).toBeGreaterThanOrEqual(3)
    expect(counts.sentTokens).toBeLessThan(counts.givenTokens * 0.75)
    if (way.tools) expect(counts.lookups).toBeGreaterThan(30)
  })
})
