/**
 * `node bench/fuzz.ts [--runs N] [--seed N]`: arbitrary conversations in every format, compressed with arbitrary strategies and
 * options and brought back; results in `bench/results/fuzz`.
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { compressSync } from '../src/compress.ts'
import type { Format } from '../src/formats/format.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { countMessage } from '../src/tokens/message-tokens.ts'
import { exactCounter } from '../src/tokens/tokens.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { compressOptions } from '../test/laws/compress-options.ts'
import { conversation } from '../test/laws/conversations.ts'
import { writeResults } from './results.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9900' }, seed: { type: 'string', default: '20261116' } },
  strict: false,
})
const runs = Number(values.runs)
const seed = Number(values.seed)
/** So many conversations are drawn at a time. */
const batch = 100
const threads = availableParallelism()

const counter = exactCounter()

function tokensOf(format: Format, messages: readonly unknown[]): number {
  return format
    .read(messages)
    .reduce((sum, message) => sum + countMessage(message, format.framing, counter), 0)
}

type Case = typeof sampled extends fc.Arbitrary<infer Drawn> ? Drawn : never
const sampled = fc.tuple(conversation, compressOptions)

/** What is wrong with one case; `undefined` where nothing is. */
function failureOf([{ format, messages }, options]: Case, isStored: boolean): string | undefined {
  const store = memoryStore()
  const given = { ...options, format: format.name, strict: true, ...(isStored ? { store } : {}) }
  try {
    const view = compressSync(messages, given)
    const back = uncompressSync(view.messages, isStored ? store : view.originalsByHash, {
      format: format.name,
    })
    if (JSON.stringify(back.messages) !== JSON.stringify(messages)) return 'not restored'
    if (format.check(view.messages).length > format.check(messages).length) return 'not valid'
    if (tokensOf(format, view.messages) > tokensOf(format, messages)) return 'larger than before'
    const { budget, tokens, changes } = view.receipt
    if (budget?.met === true && tokens.after.tokens > budget.tokens) return 'above its budget'
    if (budget?.met === false && !((budget.floor?.tokens ?? 0) > 0)) return 'no floor named'
    const named = new Set(Object.values(view.originalsByHash).map(({ handle }) => handle))
    for (const { handle } of changes)
      if (isStored) store.get(handle)
      else if (!named.has(handle)) return 'a handle leads nowhere'
    if (changes.length > 0) changed += 1
    return undefined
  } catch (error) {
    return `thrown: ${String(error)}`
  }
}

let changed = 0

interface Failure {
  readonly case: number
  readonly why: string
}

interface Tried {
  readonly changed: number
  readonly failures: readonly Failure[]
}

/** Every batch has a seed of its own, so that it does not matter which thread tries it. */
function tryBatches(first: number, step: number): Tried {
  const failures: Failure[] = []
  for (let start = first * batch; start < runs; start += step * batch) {
    const drawn = fc.sample(sampled, { numRuns: Math.min(batch, runs - start), seed: seed + start })
    for (const [index, each] of drawn.entries()) {
      const why = failureOf(each, index % 2 === 0)
      if (why === undefined) continue
      failures.push({ case: start + index, why })
      process.stderr.write(`case ${start + index}: ${why}\n`)
    }
  }
  return { changed, failures }
}

async function tryAll(threads: number): Promise<Tried> {
  const tried = await Promise.all(
    Array.from({ length: threads }, async (_, first) => {
      const thread = new Worker(import.meta.filename, { workerData: first, argv: process.argv.slice(2) })
      const [done] = await once(thread, 'message')
      return done as Tried
    }),
  )
  return {
    changed: tried.reduce((sum, each) => sum + each.changed, 0),
    failures: tried.flatMap(({ failures }) => failures).sort((one, other) => one.case - other.case),
  }
}

if (parentPort === null) {
  const tried = await tryAll(threads)
  writeResults(
    'fuzz',
    { runs, seed, ...tried },
    `${runs.toLocaleString('en')} arbitrary conversations in every format, each compressed with an arbitrary strategy and arbitrary options: ${tried.changed.toLocaleString('en')} were changed, and ${tried.failures.length} failed to come back to the byte (from the store, or from the map that is returned), to stay valid, to be no larger, to meet the budget or name the floor, or to resolve a handle.`,
  )
} else parentPort.postMessage(tryBatches(workerData as number, threads))
