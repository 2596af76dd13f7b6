/** What a step costs: beyond the first on a large request, and all of them against one compression. CPU time, on any machine load. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compress } from '../src/compress.ts'
import { formatNamed } from '../src/formats/index.ts'
import { createSession, type SessionOptions } from '../src/session/session.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { forgetReadings } from '../src/tokens/remembered.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { longTalk } from './long-talk.ts'
import { median } from './speed/median.ts'

async function cpuMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** No epoch: the request stays as large as it is. */
const noEpoch: SessionOptions = { highWater: 1e9, window: 1e10 }

/** Steps that each add one message to a session of at least so many tokens. `beside`: system text and tools of each request. */
export async function stepsBeyondTheFirst(
  { messages, format }: Transcript,
  options: SessionOptions,
  beside?: { readonly system: string; readonly tools: readonly object[] },
  steps = 20,
): Promise<number> {
  const session = createSession({ ...noEpoch, ...options, format })
  const { request: keys } = formatNamed(format)
  const bodyOf = (some: readonly unknown[]): object =>
    beside === undefined
      ? some
      : {
          model: 'a-model',
          ...Object.fromEntries(keys.system.slice(0, 1).map(key => [key, beside.system])),
          ...Object.fromEntries(keys.tools.slice(0, 1).map(key => [key, beside.tools])),
          [keys.messages]: some,
        }
  // Parsed again each time, as from a network.
  const asked = (length: number): object => JSON.parse(JSON.stringify(bodyOf(messages.slice(0, length))))
  await session.step(asked(messages.length - steps))
  const times: number[] = []
  for (let length = messages.length - steps + 1; length <= messages.length; length += 1) {
    const request = asked(length)
    times.push(await cpuMilliseconds(() => session.step(request)))
  }
  return median(times)
}

export async function inSqlite<Result>(work: (options: SessionOptions) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const store = sqliteStore(join(directory, 'store.db'))
  try {
    return await work({ store })
  } finally {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

export interface LongRun {
  readonly messages: number
  readonly steps: number
  readonly tokens: number
  readonly epochs: number
  /** CPU milliseconds. */
  readonly allSteps: number
  readonly medianStep: number
  readonly lastStep: number
  readonly oneCompression: number
}

/** A step after every second message of a long conversation, against one compression of all of it. */
export async function longRun(length: number): Promise<LongRun> {
  const messages = longTalk(length).map(({ role, content }) => ({
    role: role === 'user' ? 'user' : 'assistant',
    content,
  }))
  // Nor does the session know any of it from a run before.
  forgetReadings()
  const session = createSession({ format: 'openai-chat' })
  const times: number[] = []
  let epochs = 0
  let tokens = 0
  for (let at = 1; at < messages.length; at += 2) {
    const request = messages.slice(0, at)
    times.push(
      await cpuMilliseconds(async () => {
        const { receipt } = await session.step(request)
        epochs = receipt.epoch
        tokens = receipt.tokens.given
      }),
    )
  }
  // At once means as if none of it had been read.
  forgetReadings()
  const oneCompression = await cpuMilliseconds(() =>
    compress(messages, { format: 'openai-chat', budget: 25_000 }),
  )
  return {
    messages: messages.length,
    steps: times.length,
    tokens,
    epochs,
    allSteps: times.reduce((sum, time) => sum + time, 0),
    medianStep: median(times),
    lastStep: median(times.slice(-21)),
    oneCompression,
  }
}
