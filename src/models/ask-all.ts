/** Asks about many texts: each once, a few at a time, and without ever failing the caller. */
import { hashText } from '../tokens/hash.ts'
import { failureText } from './failure-text.ts'
import { failedCall, type ModelUsage } from './model-answer.ts'
import { withinDeadline } from './within-deadline.ts'

export interface AskLimits {
  /** Maximum number of parallel calls. @default 4 */
  readonly concurrency?: number | undefined
  /** Maximum time to wait for one answer. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Maximum number of calls in one run; further texts, in the order of the requests, are not asked about. @default 200 */
  readonly maxCalls?: number | undefined
  /** Earlier calls that count too. @default 0 */
  readonly callsBefore?: number | undefined
  /** Ends the whole run: open calls are abandoned, the others are not made. */
  readonly signal?: AbortSignal | undefined
  /** Removes from a text what no note may repeat. @default nothing */
  readonly hide?: ((text: string) => string) | undefined
}

export const askDefaults = { concurrency: 4, timeoutMs: 30_000, maxCalls: 200 } as const

/** How a call without an answer ended. */
export interface NoAnswer {
  readonly outcome: 'failed' | 'timed-out' | 'aborted' | 'over-cap'
  readonly why: string
  /** Tokens of the failed call, if they are known. */
  readonly usage?: ModelUsage | undefined
}

export interface AskRequest {
  /** The caller's identifier for this request. */
  readonly key: string
  readonly text: string
}

interface Asking<Request, Answer> extends AskLimits {
  ask(request: Request, signal: AbortSignal): Promise<Answer>
}

interface Replies<Answer> {
  /** The outcome of each request, in order. */
  readonly outcomes: readonly ({ readonly key: string } & (Answer | NoAnswer))[]
  /** Calls made in this run. */
  readonly calls: number
}

/** Never rejects. Requests with the same text share one call, with the options of the first of them. */
export async function askAll<Request extends AskRequest, Answer>(
  requests: readonly Request[],
  asking: Asking<Request, Answer>,
): Promise<Replies<Answer>> {
  const hashes = requests.map(({ text }) => hashText(text))
  const distinct = new Map<string, Request>()
  requests.forEach((request, index) => {
    const hash = hashes[index] ?? ''
    if (!distinct.has(hash)) distinct.set(hash, request)
  })
  const maxCalls = Math.max(0, asking.maxCalls ?? askDefaults.maxCalls)
  const queue = [...distinct].slice(0, Math.max(0, maxCalls - (asking.callsBefore ?? 0)))
  const answers = new Map<string, Answer | NoAnswer>()
  let calls = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [hash, request] = next
      if (asking.signal?.aborted !== true) calls += 1
      answers.set(hash, await askOnce(request, asking))
    }
  }
  const workers = Math.max(1, asking.concurrency ?? askDefaults.concurrency)
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, work))

  const overCap: NoAnswer = { outcome: 'over-cap', why: `at most ${maxCalls} calls` }
  const outcomes = requests.map(({ key }, index) => ({
    key,
    ...(answers.get(hashes[index] ?? '') ?? overCap),
  }))
  return { outcomes, calls }
}

async function askOnce<Request, Answer>(
  request: Request,
  asking: Asking<Request, Answer>,
): Promise<Answer | NoAnswer> {
  const timeoutMs = asking.timeoutMs ?? askDefaults.timeoutMs
  const ending = await withinDeadline(signal => asking.ask(request, signal), timeoutMs, asking.signal)
  switch (ending.ending) {
    case 'timed-out':
      return { outcome: 'timed-out', why: `no answer within ${timeoutMs} ms` }
    case 'aborted':
      return { outcome: 'aborted', why: 'the run was aborted' }
    case 'failed':
      return {
        outcome: 'failed',
        why: failureText(ending.error, asking.hide),
        usage: failedCall(ending.error).usage,
      }
    case 'answered':
      return ending.answer
  }
}
