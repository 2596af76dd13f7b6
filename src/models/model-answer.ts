/** Shared by the ready-made summarizers and classifiers: the output limit, and how the answer is read. */
import { FoveaError } from '../errors.ts'
import { jsonExtents } from '../scan/json-extents.ts'
import { isRecord } from '../tokens/json-value.ts'
import type { Prompt } from './prompts.ts'

/** Rejects where there is no complete answer. */
export type AskModel = (
  prompt: Prompt,
  limits: {
    readonly maxTokens: number
    readonly signal: AbortSignal
    /** Called with the token usage, as far as the provider reports it. */
    readonly onUsage?: ((usage: ModelUsage) => void) | undefined
  },
) => Promise<string>

/** Tokens of one call. */
export interface ModelUsage {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/** `undefined` where the value is not a number of tokens. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/**
 * The hard limit is far above what the prompt asks for: an answer that stops in the middle of a sentence is useless, and models
 * that think before they answer spend tokens on that.
 */
export function outputLimit(maxTokens: number): number {
  return Math.max(1024, 2 * maxTokens)
}

/** Local models write their thoughts into the answer. */
const thinking = '</think>'

export function withoutThinking(answer: string): string {
  const end = answer.trimStart().startsWith('<think>') ? answer.indexOf(thinking) : -1
  return end < 0 ? answer : answer.slice(end + thinking.length)
}

/** The last JSON object in an answer, whatever is around it; `undefined` if there is none. */
export function lastObject(answer: string): unknown {
  const last = jsonExtents(answer).findLast(({ start }) => answer[start] === '{')
  return last === undefined ? undefined : JSON.parse(answer.slice(last.start, last.end))
}

/** The same, but throws where there is none; the content is checked later, like any other answer. */
export function objectIn<Answer = unknown>(answer: string): Answer {
  const object = lastObject(answer)
  if (object === undefined) throw modelFailure('The model answered without a JSON object.')
  return object as Answer
}

/** The error for a model that could not be asked, or whose answer is incomplete. */
export function modelFailure(message: string, cause?: FailedCall): FoveaError {
  return new FoveaError('model-failed', message, cause === undefined ? {} : { cause })
}

/** What is known of a call that failed: the cause of its error. */
export interface FailedCall {
  readonly status?: number | undefined
  /** Absent if the provider may have counted tokens and did not say how many. */
  readonly usage?: ModelUsage | undefined
}

/** Of any thrown value. */
export function failedCall(error: unknown): FailedCall {
  const cause = error instanceof Error ? error.cause : undefined
  const { status, usage } = isRecord(cause) ? cause : {}
  return {
    status: typeof status === 'number' ? status : undefined,
    usage: isRecord(usage)
      ? { inputTokens: tokenCount(usage['inputTokens']), outputTokens: tokenCount(usage['outputTokens']) }
      : undefined,
  }
}
