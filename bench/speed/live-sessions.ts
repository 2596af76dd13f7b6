/** What a live session costs: its epochs against a view of the same messages at once, its steps, and all of them. */
import { compress } from '../../src/compress.ts'
import { createSession } from '../../src/session/session.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'
import { type LongRun, longRun, stepsBeyondTheFirst } from '../session-latency.ts'
import { median } from './median.ts'
import type { SpeedSession } from './speed-sessions.ts'

export interface LiveCosts {
  /** Epochs beyond the first of a session. */
  readonly epochs: number
  /** CPU of an epoch's step over that of one compression of all messages to the same size; the sum of all. */
  readonly epochRatio: number
  readonly epochMs: number
  readonly stepMs: number
  /** Of requests with system text and tools as coding agents send them. */
  readonly stepWithToolsMs?: number
  readonly longRun: {
    readonly messages: number
    readonly epochs: number
    /** CPU of all steps over that of one compression of all messages: medians of runs in turn. */
    readonly ratio: number
    readonly allStepsMs: number
    readonly runs?: number
  }
}

const minTokens = 100_000
const measured = 6
const messagesOfLongRun = 2000
/** A single one is off by a third. */
const longRuns = 7

/** 100,000 characters. */
const systemAndTools = {
  system: 'You are an agent that works in a repository. '.repeat(450),
  tools: Array.from({ length: 30 }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does one of thirty things, number ${at}. `.repeat(62),
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Where it is done. '.repeat(10) } },
      required: ['path'],
    },
  })),
}

export async function measureLiveSessions(sessions: readonly SpeedSession[]): Promise<LiveCosts> {
  const long = sessions.filter(({ tokens }) => tokens >= minTokens).slice(0, 2 * measured)
  // What is measured is warm.
  for (const session of long.slice(measured)) await epochsOf(session)
  const epochs: Epoch[] = []
  for (const session of long.slice(0, measured)) epochs.push(...(await epochsOf(session)))
  const steps: number[] = []
  const stepsWithTools: number[] = []
  for (const session of long.slice(0, measured)) {
    steps.push(await stepsBeyondTheFirst(session, {}))
    stepsWithTools.push(await stepsBeyondTheFirst(session, {}, systemAndTools))
  }
  await longRun(messagesOfLongRun / 4)
  const runs: LongRun[] = []
  while (runs.length < longRuns) runs.push(await longRun(messagesOfLongRun))
  const [{ messages, epochs: epochsOfRun }] = runs as [LongRun]
  const allStepsMs = median(runs.map(({ allSteps }) => allSteps))
  const sum = (key: keyof Epoch): number => epochs.reduce((all, epoch) => all + epoch[key], 0)
  return {
    epochs: epochs.length,
    epochRatio: sum('stepMs') / sum('atOnceMs'),
    epochMs: sum('stepMs') / epochs.length,
    stepMs: median(steps),
    stepWithToolsMs: median(stepsWithTools),
    longRun: {
      messages,
      epochs: epochsOfRun,
      ratio: allStepsMs / median(runs.map(({ oneCompression }) => oneCompression)),
      allStepsMs,
      runs: runs.length,
    },
  }
}

interface Epoch {
  readonly stepMs: number
  readonly atOnceMs: number
}

/** A step for every few messages, with the lines low enough that the last epochs come at the wanted size. */
async function epochsOf({ messages, format }: SpeedSession): Promise<readonly Epoch[]> {
  forgetReadings()
  const session = createSession({ format, highWater: 40_000, lowWater: 15_000, maxExtraCost: 10 })
  const parsed = (length: number): unknown[] => JSON.parse(JSON.stringify(messages.slice(0, length)))
  const steps: { readonly length: number; readonly stepMs: number }[] = []
  let begun = 0
  for (let length = 1; length <= messages.length; length += 4) {
    const request = parsed(length)
    const start = process.cpuUsage()
    const { receipt } = await session.step(request)
    const stepMs = millisecondsSince(start)
    // The first has everything to read.
    if (receipt.epoch > begun && begun > 0) steps.push({ length, stepMs })
    begun = receipt.epoch
  }
  const epochs: Epoch[] = []
  for (const { length, stepMs } of steps) {
    const request = parsed(length)
    // At once means as if none of it had been read.
    forgetReadings()
    const start = process.cpuUsage()
    await compress(request, { format, budget: 15_000, instructions: 'verbatim' })
    epochs.push({ stepMs, atOnceMs: millisecondsSince(start) })
  }
  return epochs
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
