/** Asks a model to write the notation, and checks its answer. */
import { askEndpoint } from '../../../models/ask-endpoint.ts'
import { failureText } from '../../../models/failure-text.ts'
import { judgeSummary } from '../../../models/judge-summary.ts'
import type { EndpointOptions } from '../../../models/model.ts'
import { materialRule, tagged } from '../../../models/prompts.ts'
import { withinDeadline } from '../../../models/within-deadline.ts'
import type { TokenCounter } from '../../../types.ts'
import { factsOf, type NotationFactKind, type NotationFacts } from './facts.ts'
import { instructionFor } from './instructions.ts'
import type { NotationLevel } from './notation.ts'

/** Writes a shorter `text`. May throw, hang or answer anything: the answer is checked. */
export type NotationWriter = (text: string, context: WriterContext) => string | PromiseLike<string>

export interface WriterContext {
  readonly level: NotationLevel
  /** The prompt for a model: the rules of the level, without the text. */
  readonly prompt: string
  /** The answer should cost fewer tokens than this. */
  readonly maxTokens: number
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal
}

export interface WriterOptions {
  readonly writer: NotationWriter
  readonly level: NotationLevel
  /** @default 60000 */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

type WriterVerdict =
  | { readonly accepted: true; readonly text: string }
  | { readonly accepted: false; readonly why: string }

const defaultTimeout = 60_000

/** Never rejects. */
export async function askWriter(
  text: string,
  { writer, level, timeoutMs = defaultTimeout, signal }: WriterOptions,
  counter: TokenCounter,
): Promise<WriterVerdict> {
  const maxTokens = counter.count(text)
  const prompt = promptFor(level)
  const ending = await withinDeadline(
    inner => writer(text, { level, prompt, maxTokens, signal: inner }),
    timeoutMs,
    signal,
  )
  switch (ending.ending) {
    case 'answered':
      return judged(text, ending.answer, counter)
    case 'failed':
      return rejected(`the writer failed: ${failureText(ending.error)}`)
    case 'timed-out':
      return rejected(`the writer gave no answer within ${timeoutMs} ms`)
    case 'aborted':
      return rejected('the writer was aborted')
  }
}

const shares: Readonly<Record<NotationLevel, string>> = {
  light: '10 to 20',
  medium: '20 to 35',
  ultra: '40 to 60',
}

function promptFor(level: NotationLevel): string {
  return [
    `Rewrite the document so that it costs ${shares[level]} % fewer tokens. A model will read it with this instruction: "${instructionFor(level, 'writer')}"`,
    'Keep every fact. Copy every number, path, address, name, piece of code, quoted text and heading to the letter, and keep every negation (not, never, no, only, must).',
    'Add nothing. Answer with the rewritten document alone.',
  ].join('\n')
}

/** Checked like every summary by a model, and then for facts that a notation must keep. */
function judged(text: string, answer: unknown, counter: TokenCounter): WriterVerdict {
  const verdict = judgeSummary(text, answer, counter)
  if (!verdict.accepted) return rejected(verdict.why)
  const { summary } = verdict
  const problem = firstProblem(factsOf(text), factsOf(summary), summary)
  return problem === undefined ? { accepted: true, text: summary } : rejected(problem)
}

/** A model may merge repetitions, but not omit, invent or weaken a negation. */
function firstProblem(before: NotationFacts, after: NotationFacts, answer: string): string | undefined {
  for (const kind of ['number', 'path', 'code', 'quote'] as const)
    for (const fact of before[kind].keys())
      if (!after[kind].has(fact) && !isSaid(kind, fact, answer))
        return `the answer of the writer lacks the ${kind} ${fact.slice(0, 80)}`
  for (const fact of after.number.keys())
    if (!before.number.has(fact)) return `the writer made up the number ${fact.slice(0, 80)}`
  const [denied, denies] = [sumOf(before.negation), sumOf(after.negation)]
  return denies < denied ? `the answer of the writer holds ${denies} of ${denied} negations` : undefined
}

/** `step-by-step` is a word, although hyphens may also join other names. */
const hyphenated = /^\p{L}{1,40}(?:-\p{L}{1,40}){1,8}$/u

/** A hyphenated word may be replaced, and code without its back quotes is the same code. */
function isSaid(kind: NotationFactKind, fact: string, answer: string): boolean {
  if (kind === 'path') return hyphenated.test(fact) || answer.includes(fact)
  return kind === 'code' && answer.includes(fact.replaceAll('`', '').trim())
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}

function rejected(why: string): WriterVerdict {
  return { accepted: false, why: why.toWellFormed() }
}

/** A writer of notation for any endpoint with OpenAI's chat completions or Anthropic's messages. */
export function endpointNotationWriter(options: EndpointOptions): NotationWriter {
  const ask = askEndpoint(options)
  return (text, { prompt, maxTokens, signal }) =>
    ask(
      {
        system: `${prompt}\n${materialRule('document')}`,
        user: tagged('Rewrite', 'document', text),
      },
      { maxTokens, signal },
    )
}
