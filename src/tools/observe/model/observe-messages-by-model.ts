/** Observations that a model writes and that are verified in the session; those that fail are made without a model. */
import { failureText } from '../../../models/failure-text.ts'
import { type DeadlineResult, withinDeadline } from '../../../models/within-deadline.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import type { Message, Note } from '../../../types.ts'
import type { Observation } from '../observation.ts'
import { type ObservedPiece, type ObserveOptions, observePieces } from '../observe-messages.ts'
import { checkAnswer } from './check-answer.ts'
import { observationPrompt } from './observation-prompt.ts'

/** Contract: may answer synchronously or later, may throw, hang or be wrong. Its answer is a proposal. */
export type ObservationWriter = (
  prompt: string,
  context: { readonly signal: AbortSignal },
) => string | Promise<string>

export interface ObserveByModelOptions extends ObserveOptions {
  readonly writer: ObservationWriter
  /** Milliseconds for each piece of work. @default 60000 */
  readonly timeoutMs?: number | undefined
  /** Number of pieces that are asked about at the same time. @default 4 */
  readonly concurrency?: number | undefined
  /** No model is asked after it is aborted. @default never */
  readonly signal?: AbortSignal | undefined
}

export interface ModelObservations {
  readonly observations: readonly Observation[]
  /** How many of them the model wrote. */
  readonly byModel: number
  /** Why the others are written without a model. */
  readonly notes: readonly Note[]
}

/** Rejects only if there is nothing to observe. Secrets are masked before the model sees anything. */
export async function observeMessagesByModel(
  original: readonly Message[],
  options: ObserveByModelOptions,
): Promise<ModelObservations> {
  const { concurrency = 4 } = options
  const { messages, pieces } = observePieces(original, options)
  const observations: Observation[] = []
  const notes: Note[] = []
  for (let from = 0; from < pieces.length; from += Math.max(1, concurrency)) {
    const batch = pieces.slice(from, from + Math.max(1, concurrency))
    const written = await Promise.all(batch.map(piece => asked(piece, messages, options)))
    for (const [at, answer] of written.entries()) {
      const { observation, note } = answer
      observations.push(observation)
      if (note !== undefined)
        notes.push({ code: note.code, message: `Observation ${from + at + 1}: ${note.message}` })
    }
  }
  return { observations, byModel: observations.length - notes.length, notes }
}

interface Written {
  readonly observation: Observation
  readonly note?: Note
}

async function asked(
  { piece, observation }: ObservedPiece,
  messages: readonly Message[],
  { writer, timeoutMs = 60_000, signal }: ObserveByModelOptions,
): Promise<Written> {
  const own = messages.slice(piece.first, piece.last + 1)
  const prompt = observationPrompt(own, observation)
  const ending = await withinDeadline(inner => writer(prompt, { signal: inner }), timeoutMs, signal)
  if (ending.ending !== 'answered') return { observation, note: failure(ending, timeoutMs) }
  const checked = checkAnswer(ending.answer, own, observation)
  return checked.accepted
    ? { observation: checked.observation }
    : { observation, note: { code: 'model-rejected', message: `${checked.why}.` } }
}

function failure(ending: Exclude<DeadlineResult<unknown>, { ending: 'answered' }>, timeoutMs: number): Note {
  switch (ending.ending) {
    case 'timed-out':
      return { code: 'model-failed', message: `no answer within ${timeoutMs} ms.` }
    case 'aborted':
      return { code: 'model-failed', message: 'aborted.' }
    case 'failed':
      return { code: 'model-failed', message: `the model failed: ${failureText(ending.error, maskSecrets)}.` }
  }
}
