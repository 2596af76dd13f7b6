/** The example session, request by request: what the agent would have sent, and what a live session sent instead. */
import { createSession } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { exampleSession } from '../results.ts'
import { svgPicture, svgRect, svgText, type Theme } from './svg.ts'

export interface SentRequest {
  readonly given: number
  readonly sent: number
  readonly isEpoch: boolean
}

/** A window in which this session is long. */
const window = 48_000

export async function sentRequests(): Promise<readonly SentRequest[]> {
  const { messages } = await readTranscript(exampleSession)
  const session = createSession({ store: memoryStore(), window })
  const requests: SentRequest[] = []
  for (const [at, message] of messages.entries()) {
    if ((message as { role: string }).role !== 'assistant') continue
    const { receipt } = await session.step({
      model: 'claude-opus-4-6',
      max_tokens: 1000,
      messages: messages.slice(0, at),
    })
    requests.push({
      given: receipt.tokens.given,
      sent: receipt.tokens.sent,
      isEpoch: receipt.action === 'epoch',
    })
  }
  return requests
}

const width = 760
const height = 320
const left = 64
const right = 20
const top = 64
const bottom = 44

export function epochChart(requests: readonly SentRequest[], theme: Theme): string {
  const most = Math.max(...requests.map(({ given }) => given))
  const x = (at: number): number => left + (at * (width - left - right)) / Math.max(1, requests.length - 1)
  const y = (tokens: number): number => height - bottom - (tokens * (height - top - bottom)) / most
  const path = (of: (request: SentRequest) => number): string =>
    requests
      .map((request, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(of(request)).toFixed(1)}`)
      .join(' ')
  const line = (d: string, colour: string): string =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5"/>`
  const epochs = requests.flatMap((request, at) => (request.isEpoch ? [{ at, request }] : []))
  const last = requests.at(-1) ?? { given: 0 }
  // Between two epochs, where nothing else is written.
  const labelled = Math.floor(requests.length * 0.78)
  const title = `The example session in a window of ${window.toLocaleString('en-US')} tokens: tokens of each request`
  return svgPicture(width, height, title, theme, [
    svgText(16, 28, title, { fill: theme.text, size: 15, weight: 'bold' }),
    svgRect(left, y(0), width - left - right, 1, theme.line),
    ...[0.5, 1].map(share =>
      svgText(left - 8, Math.round(y(most * share)) + 4, Math.round(most * share).toLocaleString('en-US'), {
        fill: theme.muted,
        size: 12,
        anchor: 'end',
      }),
    ),
    svgText(left, height - 16, 'request 1', { fill: theme.muted, size: 12 }),
    svgText(width - right, height - 16, `request ${requests.length}`, {
      fill: theme.muted,
      size: 12,
      anchor: 'end',
    }),
    line(
      path(({ given }) => given),
      theme.bar,
    ),
    line(
      path(({ sent }) => sent),
      theme.accent,
    ),
    ...epochs.map(({ at, request }) =>
      svgText(Math.round(x(at)), Math.round(y(request.sent)) + 20, 'epoch', {
        fill: theme.accent,
        size: 12,
        anchor: 'end',
      }),
    ),
    svgText(width - right, Math.round(y(last.given)) - 8, 'without Fovea', {
      fill: theme.muted,
      size: 13,
      anchor: 'end',
    }),
    svgText(Math.round(x(labelled)), Math.round(y(requests[labelled]?.sent ?? 0)) - 12, 'through Fovea', {
      fill: theme.accent,
      size: 13,
      anchor: 'end',
    }),
  ])
}
