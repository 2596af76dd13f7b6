import { expect, it } from 'vitest'
import type { ConversationFormat } from '../../../bench/replay/conversation-format.ts'
import { replaySession } from '../../../bench/replay/replay-session.ts'
import { replayWay } from '../../../bench/replay/replay-way.ts'
import { recordedSession } from './recorded-session.ts'

/** The corpus is replayed by `bench/replay.ts`; these are small, and of every kind. */
async function* sessionsIn(
  formats: readonly ConversationFormat[],
  { tools, isAlternating }: { readonly tools: boolean; readonly isAlternating?: true },
) {
  for (const [at, format] of formats.entries()) {
    // It decides how the model looks things up: whole originals in each turn, or now and then.
    const number = tools ? 4 + at : 4
    const name = `${format}-${number}`
    const session = replaySession(recordedSession(name, 13), format, {
      name,
      number: number + at * 12,
      isAlternating: isAlternating === true,
    })
    if (session !== undefined) yield session
  }
}

const window = 9000
const timeout = 300_000

/** One proxy serves them all: each process has to load and warm up what it runs. */
const formats = ['anthropic', 'openai-chat', 'openai-responses'] as const

it.each([
  ['alone', false],
  ['with lookups', true],
])(
  'recorded sessions reach a strict provider valid, stable, with all instructions and true counts, %s',
  async (_, tools) => {
    const { findings, ...counts } = await replayWay({ window, tools }, sessionsIn(formats, { tools }))
    expect(findings).toEqual([])
    expect(counts).toMatchObject({ sessions: 3, impossible: 0 })
    expect(counts.epochs).toBeGreaterThanOrEqual(3)
    expect(counts.sentTokens).toBeLessThan(counts.givenTokens * 0.75)
    if (tools) expect(counts.lookups).toBeGreaterThan(30)
  },
  timeout,
)

it(
  'recorded sessions reach a server whose template demands turns',
  async () => {
    const way = { window, tools: false, isAlternating: true } as const
    const { findings, epochs } = await replayWay(way, sessionsIn(['openai-chat'], way))
    expect(findings).toEqual([])
    expect(epochs).toBeGreaterThanOrEqual(1)
  },
  timeout,
)
