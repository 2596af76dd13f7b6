import { expect, it } from 'vitest'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { replaySession } from '../../../bench/replay/replay-session.ts'
import { replayWay } from '../../../bench/replay/replay-way.ts'
import { recordedSession } from './recorded-session.ts'

/** The corpus is replayed by `bench/replay.ts`; these are small, and of every kind. */
async function* sessionsIn(formats: readonly ConversationFormat[], isAlternating = false) {
  // The number decides how the model looks things up: whole originals in each turn, or now and then.
  for (const number of [4, 5, 6])
    for (const [at, format] of formats.entries()) {
      const name = `${format}-${number}`
      const session = replaySession(recordedSession(name), format, {
        name,
        number: number + at * 12,
        isAlternating,
      })
      if (session !== undefined) yield session
    }
}

const window = 12_000
const timeout = 300_000

/** One proxy serves them all: each process has to load and warm up what it runs. */
const formats = ['anthropic', 'openai-chat', 'openai-responses'] as const

it.each([
  ['alone', false],
  ['with lookups', true],
])(
  'recorded sessions reach a strict provider valid, stable, with all instructions and true counts, %s',
  async (_, tools) => {
    const { findings, ...counts } = await replayWay({ window, tools }, sessionsIn(formats))
    expect(findings).toEqual([])
    expect(counts).toMatchObject({ sessions: 9, impossible: 0 })
    expect(counts.epochs).toBeGreaterThanOrEqual(9)
    expect(counts.sentTokens).toBeLessThan(counts.givenTokens * 0.75)
    if (tools) expect(counts.lookups).toBeGreaterThan(90)
  },
  timeout,
)

it(
  'recorded sessions reach a server whose template demands turns',
  async () => {
    const way = { window, tools: false, isAlternating: true }
    const { findings, epochs } = await replayWay(way, sessionsIn(['openai-chat'], true))
    expect(findings).toEqual([])
    expect(epochs).toBeGreaterThanOrEqual(3)
  },
  timeout,
)
