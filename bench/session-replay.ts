/** A corpus session sent again, request by request, through a live session: every request is held against the laws. */
import { createSession, type SessionOptions, type StepReceipt } from '../src/session/session.ts'
import type { CacheRequest } from '../src/tools/evaluate/cache-cost.ts'
import { sentMessages } from '../src/tools/evaluate/evaluate-cache-cost.ts'
import type { History } from '../src/tools/evaluate/history.ts'

export interface ReplayedStep {
  /** Index of the agent's message that answered. */
  readonly at: number
  readonly request: CacheRequest
  readonly text: string
  readonly receipt: StepReceipt
}

/** Throws where a request is refused by its format, or where what was sent changes without an epoch. */
export async function* replaySession(
  { raw, messages, format, counters }: History,
  options: SessionOptions,
  seconds: (message: number) => number | undefined,
): AsyncGenerator<ReplayedStep> {
  let now: number | undefined
  const session = createSession({
    ...options,
    format: format.name,
    ...(options.prices?.ttlSeconds === undefined ? {} : { clock: () => (now ?? 0) * 1000 }),
  })
  let before: readonly string[] = []
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant' || at === 0) continue
    const history = raw.slice(0, at)
    now = seconds(at) ?? now
    const { request, receipt } = await session.step(history)
    const view = request as readonly unknown[]
    const serialized = view.map(message => JSON.stringify(message))
    if (receipt.action !== 'epoch') expectPrefix(before, serialized, at)
    expectValid(format.check(history).length, format.check(view), at)
    before = serialized
    const sent = sentMessages(view, format.read(view), counters)
    const parts = sent.flatMap(message => message.parts)
    const text = parts.map(part => part.text).join('\n')
    yield { at, request: { parts, ...(now === undefined ? {} : { seconds: now }) }, text, receipt }
  }
}

function expectPrefix(before: readonly string[], now: readonly string[], at: number): void {
  const changed = before.findIndex((message, index) => message !== now[index])
  if (changed >= 0) throw new Error(`Before message ${at}: message ${changed} changed without an epoch.`)
}

function expectValid(allowed: number, problems: readonly { readonly why: string }[], at: number): void {
  if (problems.length > allowed)
    throw new Error(`Before message ${at}: the request would be refused: ${problems[0]?.why}`)
}
