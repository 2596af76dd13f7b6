/** Asks a model for the note of a view, once, and judges it. */

import type { TokenCounter } from '../types.ts'
import { type AskLimits, askAll } from './ask-all.ts'
import { judgeNote, type NoteFacts, type NoteVerdict } from './judge-note.ts'
import type { NoteContext, NoteWriter, WrittenNote } from './model.ts'
import { notePrompt } from './note-prompt.ts'

export interface NoteRequest extends Omit<NoteContext, 'signal'> {
  /** What the writer reads. */
  readonly view: string
}

export interface NoteAsking extends Pick<AskLimits, 'timeoutMs' | 'maxCalls' | 'signal' | 'hide'> {
  readonly writer: NoteWriter
  readonly facts: NoteFacts
  readonly counter: TokenCounter
}

/** Tokens of the call: as the writer reports them, else counted. */
export interface NoteTokens {
  readonly input: number
  readonly output: number
}

export type NoteOutcome =
  | ({ readonly outcome: 'written'; readonly answer: string } & Extract<NoteVerdict, { accepted: true }> & {
        readonly call: NoteTokens
      })
  | { readonly outcome: 'rejected'; readonly why: string; readonly call: NoteTokens }
  | {
      readonly outcome: 'failed' | 'timed-out' | 'aborted' | 'over-cap'
      readonly why: string
      readonly call?: NoteTokens
    }

/** What the prompt of a request costs. */
export function promptTokens({ view, ...context }: NoteRequest, counter: TokenCounter): number {
  const { system, user } = notePrompt(view, context)
  return counter.count(system) + counter.count(user)
}

/** Never rejects. */
export async function writeNote(request: NoteRequest, asking: NoteAsking): Promise<NoteOutcome> {
  const { view, ...context } = request
  const { writer, facts, counter, hide } = asking
  const input = promptTokens(request, counter)
  type Answered = { readonly outcome: 'answered'; readonly answer: unknown }
  const { outcomes, calls } = await askAll<{ key: string; text: string }, Answered>(
    [{ key: 'note', text: view }],
    {
      ...asking,
      ask: async (_, signal) => ({ outcome: 'answered', answer: await writer(view, { ...context, signal }) }),
    },
  )
  const [reply] = outcomes
  if (reply?.outcome !== 'answered')
    return {
      outcome: reply?.outcome ?? 'failed',
      why: reply?.why ?? 'no answer',
      ...(calls === 0 ? {} : { call: { input, output: 0 } }),
    }
  const { text, inputTokens = input, outputTokens } = readAnswer(reply.answer)
  const output = outputTokens ?? (typeof text === 'string' ? counter.count(text) : 0)
  const call = { input: inputTokens, output }
  const verdict = judgeNote(text, facts, { counter, maxTokens: request.maxTokens, hide })
  return verdict.accepted
    ? { outcome: 'written', answer: text as string, ...verdict, call }
    : { outcome: 'rejected', why: verdict.why, call }
}

function readAnswer(answer: unknown): Omit<WrittenNote, 'text'> & { readonly text: unknown } {
  if (typeof answer !== 'object' || answer === null) return { text: answer }
  const { text, inputTokens, outputTokens } = answer as Readonly<Record<string, unknown>>
  return { text, inputTokens: countOf(inputTokens), outputTokens: countOf(outputTokens) }
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
