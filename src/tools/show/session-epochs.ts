/** Where a live session would have chosen a new view, and what it would have sent from then on. */
import { createSession } from '../../session/session.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import type { Message } from '../../types.ts'

export interface SessionEpoch {
  /** The number of messages so far. */
  readonly at: number
  /** The messages that were sent in their place. */
  readonly sent: readonly unknown[]
}

interface EpochOptions {
  /** Tokens of the model's window. */
  readonly window: number
  readonly counter?: string | undefined
  readonly secrets?: 'show' | 'mask' | undefined
  /** Called before each request. */
  readonly onRequest?: ((at: number) => void) | undefined
}

/** Replays the session with one request before each step of the agent. */
export async function sessionEpochs(
  { messages, format }: Pick<Transcript, 'messages' | 'format'>,
  said: readonly Message[],
  { window, counter, secrets, onRequest }: EpochOptions,
): Promise<readonly SessionEpoch[]> {
  const session = createSession({
    format,
    window,
    counter,
    compress: { secrets, expandWith: 'fovea expand' },
  })
  const epochs: SessionEpoch[] = []
  for (const [at, { role }] of said.entries()) {
    if (role !== 'assistant' || at === 0) continue
    onRequest?.(at)
    const { request, receipt } = await session.step(messages.slice(0, at))
    if (receipt.action === 'epoch') epochs.push({ at, sent: request as readonly unknown[] })
  }
  return epochs
}
