/** A process that has compressed other sessions meets one for the first time: CPU against counting its tokens once, in turns. */
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
  trimMessages,
} from '@langchain/core/messages'
import { compressSync } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { countersFor } from '../../src/tokens/counters.ts'
import { prepareHistory } from '../../src/tools/evaluate/history.ts'
import { cpuTime } from '../cpu-time.ts'
import { loadPeers } from '../peers/load-peers.ts'
import { evenly } from '../results.ts'
import { countOnce, countOnceByOwn, referenceCounter } from './reference-counter.ts'
import type { SpeedSession } from './speed-sessions.ts'

export interface WarmCalls {
  readonly sessions: number
  readonly tokens: number
  /** CPU of counting once by gpt-tokenizer, which the bounds were set by, and by our own counter. */
  readonly countingMs: number
  readonly ownCountingMs: number
  /** CPU as a multiple of counting by gpt-tokenizer. */
  readonly ratios: Readonly<Record<string, number>>
}

const share = 0.15
/** Rounds over the sessions that only warm up. */
const warmUps = 3
const maxSessions = 30

type Run = (session: SpeedSession) => number | Promise<number>

/** Each measures itself, so that what it is given is prepared outside. */
async function runs(): Promise<Readonly<Record<string, Run>>> {
  const { methods } = await loadPeers()
  const prune = methods.find(({ name }) => name === 'AI SDK pruneMessages')
  return {
    counting: session => cpuTime(() => countOnce(session)).milliseconds,
    ownCounting: session => cpuTime(() => countOnceByOwn(session)).milliseconds,
    'budget of 15 %': session => compressing(session, { budget: `${100 * share}%` }),
    'the same again': session => compressing(session, { budget: `${100 * share}%` }),
    'message pipeline, no budget': session => compressing(session, { strategy: 'rules' }),
    ...(prune === undefined ? {} : { [prune.name]: session => pruning(prune, session) }),
    'LangChain trimMessages': trimming,
  }
}

export async function measureWarmCalls(all: readonly SpeedSession[]): Promise<WarmCalls> {
  const methods = await runs()
  const sessions = evenly(all, maxSessions)
  const warming = sessions.filter((_, index) => index % 2 === 0)
  const measured = sessions.filter((_, index) => index % 2 === 1)
  for (let round = 0; round < warmUps; round += 1)
    for (const session of warming) for (const run of Object.values(methods)) await run(session)
  const sums: Record<string, number> = {}
  for (const session of measured)
    for (const [name, run] of Object.entries(methods)) sums[name] = (sums[name] ?? 0) + (await run(session))
  const { counting = Number.NaN, ownCounting = Number.NaN, ...others } = sums
  return {
    sessions: measured.length,
    tokens: measured.reduce((sum, { tokens }) => sum + tokens, 0),
    countingMs: counting,
    ownCountingMs: ownCounting,
    ratios: Object.fromEntries(Object.entries(others).map(([name, ms]) => [name, ms / counting])),
  }
}

function compressing({ messages, format }: SpeedSession, options: SyncCompressOptions): number {
  // Parsed again, as from a network.
  const parsed = JSON.parse(JSON.stringify(messages)) as unknown[]
  return cpuTime(() => compressSync(parsed, { ...options, format, strict: true })).milliseconds
}

type Peer = Awaited<ReturnType<typeof loadPeers>>['methods'][number]

async function pruning(peer: Peer, { messages, format }: SpeedSession): Promise<number> {
  const counters = { ...countersFor({}), counter: referenceCounter }
  const history = prepareHistory(messages, formatNamed(format), {}, counters)
  const start = process.cpuUsage()
  await peer.view(history, history.tokens * share)
  return sinceMilliseconds(start)
}

async function trimming(session: SpeedSession): Promise<number> {
  const { messages, format, tokens } = session
  const lists: BaseMessage[] = formatNamed(format)
    .read(messages)
    .flatMap(({ role, blocks }) =>
      blocks.flatMap((block): BaseMessage[] => {
        if (block.type === 'opaque') return []
        if (block.type === 'toolResult')
          return [new ToolMessage({ content: block.text, tool_call_id: block.callId })]
        return [role === 'user' ? new HumanMessage(block.text) : new AIMessage(block.text)]
      }),
    )
  // It asks for the size of each beginning of the list: who uses it remembers those of its messages.
  const sizes = new Map<string, number>()
  const sizeOf = ({ content }: BaseMessage): number => {
    const text = String(content)
    const size = sizes.get(text) ?? referenceCounter.count(text)
    sizes.set(text, size)
    return size
  }
  const counted = (given: readonly BaseMessage[]): number =>
    given.reduce((sum, message) => sum + sizeOf(message), 0)
  const start = process.cpuUsage()
  await trimMessages(lists, {
    maxTokens: Math.floor(tokens * share),
    strategy: 'last',
    tokenCounter: counted,
  })
  return sinceMilliseconds(start)
}

function sinceMilliseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
