/** Asks a model for the note of a view, once, and checks it. */
import { hashText } from '../tokens/hash.ts'
import type { TokenCounter } from '../types.ts'
import { type AskLimits, askAll, type NoAnswer } from './ask-all.ts'
import type { NoteFacts } from './fault-finder.ts'
import { judgeNote, type NoteVerdict } from './judge-note.ts'
import type { NoteContext, NoteWriter, WrittenNote } from './model.ts'
import { tokenCount } from './model-answer.ts'
import { notePrompt } from './note-prompt.ts'

export interface NoteRequest extends Omit<NoteContext, 'signal'> {
  /** The text that the writer reads. */
  readonly view: string
}

interface NoteAsking extends Pick<AskLimits, 'timeoutMs' | 'maxCalls' | 'signal' | 'hide'> {
  readonly writer: NoteWriter
  readonly facts: NoteFacts
  readonly counter: TokenCounter
  /** The stored answer to the same request. */
  readonly answered?: WrittenNote | undefined
}

/** Tokens of the call: as the writer reports them, else counted. */
interface NoteTokens {
  readonly input: number
  readonly output: number
}

export type NoteOutcome =
  | ({ readonly outcome: 'written'; readonly answer: WrittenNote } & Extract<
      NoteVerdict,
      { accepted: true }
    > &
      NoteCall)
  | ({ readonly outcome: 'rejected'; readonly why: string } & NoteCall)
  | (NoAnswer & NoteCall)

interface NoteCall {
  readonly calls: number
  readonly call: NoteTokens
}

/** A note takes a model longer than a line. */
const timeoutMs = 120_000

/** Tokens of the prompt of a request. */
export function promptTokens({ view, ...context }: NoteRequest, counter: TokenCounter): number {
  const { system, user } = notePrompt(view, context)
  return counter.count(system) + counter.count(user)
}

/** Equal for requests with the same prompt. */
export function noteRequestHash({ view, ...context }: NoteRequest): string {
  const { system, user } = notePrompt(view, context)
  return hashText(`${system}\0${user}`)
}

/** Never rejects. */
export async function writeNote(request: NoteRequest, asking: NoteAsking): Promise<NoteOutcome> {
  const { facts, counter, hide } = asking
  const { reply, calls } =
    asking.answered === undefined ? await askOnce(request, asking) : { reply: asking.answered, calls: 0 }
  const input = promptTokens(request, counter)
  if ('outcome' in reply) {
    const { inputTokens = input, outputTokens = 0 } = reply.usage ?? {}
    return { ...reply, calls, call: { input: calls * inputTokens, output: calls * outputTokens } }
  }
  const { text, inputTokens = input, outputTokens } = reply
  const output = outputTokens ?? (typeof text === 'string' ? counter.count(text) : 0)
  const spent = { calls, call: { input: inputTokens * calls, output: output * calls } }
  const verdict = judgeNote(text, facts, { counter, maxTokens: request.maxTokens, hide })
  return verdict.accepted
    ? { outcome: 'written', answer: { ...reply, text: text as string }, ...verdict, ...spent }
    : { outcome: 'rejected', why: verdict.why, ...spent }
}

type Reply = (Omit<WrittenNote, 'text'> & { readonly text: unknown }) | NoAnswer

/** Answers of each writer, the latest last: an answered request is not made again. */
const answers = new WeakMap<NoteWriter, Map<string, Promise<Reply>>>()
const maxAnswers = 64

async function askOnce(
  request: NoteRequest,
  asking: NoteAsking,
): Promise<{ readonly reply: Reply; readonly calls: number }> {
  const known = answers.get(asking.writer) ?? new Map<string, Promise<Reply>>()
  answers.set(asking.writer, known)
  const hash = noteRequestHash(request)
  const earlier = known.get(hash)
  if (earlier !== undefined) {
    const reply = await earlier
    if (!('outcome' in reply)) return { reply, calls: 0 }
  }
  const asked = ask(request, asking)
  known.set(
    hash,
    asked.then(({ reply }) => reply),
  )
  const { reply, calls } = await asked
  // A request without an answer may be made again.
  if ('outcome' in reply) known.delete(hash)
  for (const [oldest] of known) if (known.size > maxAnswers) known.delete(oldest)
  return { reply, calls }
}

async function ask(
  { view, ...context }: NoteRequest,
  asking: NoteAsking,
): Promise<{ readonly reply: Reply; readonly calls: number }> {
  type Answered = { readonly outcome: 'answered'; readonly answer: unknown }
  const { outcomes, calls } = await askAll<{ key: string; text: string }, Answered>(
    [{ key: 'note', text: view }],
    {
      ...asking,
      timeoutMs: asking.timeoutMs ?? timeoutMs,
      ask: async (_, signal) => ({
        outcome: 'answered',
        answer: await asking.writer(view, { ...context, signal }),
      }),
    },
  )
  const [reply] = outcomes
  if (reply?.outcome === 'answered') return { reply: readAnswer(reply.answer), calls }
  const { outcome, why, usage } = reply ?? { outcome: 'failed' as const, why: 'no answer', usage: undefined }
  return { reply: { outcome, why, usage }, calls }
}

function readAnswer(answer: unknown): Reply {
  if (typeof answer !== 'object' || answer === null) return { text: answer }
  const { text, inputTokens, outputTokens } = answer as Readonly<Record<string, unknown>>
  return { text, inputTokens: tokenCount(inputTokens), outputTokens: tokenCount(outputTokens) }
}
