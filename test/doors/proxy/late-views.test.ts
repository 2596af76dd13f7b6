import { beforeAll, expect, it } from 'vitest'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { replaySession } from '../../../bench/replay/replay-session.ts'
import { replayWay } from '../../../bench/replay/replay-way.ts'
import { lateThread } from './late-thread.ts'
import { recordedSession } from './recorded-session.ts'

async function* sessionIn(format: ConversationFormat, turns: number) {
  const session = replaySession(recordedSession('late', turns), format, {
    name: 'late',
    number: 5,
    isAlternating: false,
  })
  if (session !== undefined) yield session
}

let thread = ''
beforeAll(async () => {
  thread = await lateThread()
})

it.concurrent.each([
  ['anthropic', 'comes too late', { window: 12_000, tools: false, epochs: '7000', turns: 16 }],
  [
    'openai-responses',
    'comes too late, with lookups',
    { window: 12_000, tools: true, epochs: '7000', turns: 20 },
  ],
  ['openai-chat', 'ends its thread', { window: 16_000, tools: false, epochs: 'never', turns: 17 }],
] as const)(
  'a strict provider gets the view before and what is new where a view of %s %s',
  async (format, _, { window, tools, epochs, turns }) => {
    // Long enough for a busy machine to do what is not held up.
    const way = {
      window,
      tools,
      timeout: 5,
      pauseMs: 300,
      env: { NODE_OPTIONS: `--import=${thread}`, LATE_EPOCHS: epochs },
    }
    const { findings, ...counts } = await replayWay(way, sessionIn(format, turns))
    expect(findings.filter(({ fault }) => fault !== 'not compressed')).toEqual([])
    const notes = new Set(findings.map(({ detail }) => detail))
    expect([...notes]).toContain(epochs === 'never' ? 'compression-failed' : 'compression-timeout')
    // A view that came too late is sent with a later request.
    expect(counts.epochs > 1).toBe(epochs !== 'never')
    expect(counts.sentTokens).toBeLessThan(counts.givenTokens * 0.9)
  },
  300_000,
)
