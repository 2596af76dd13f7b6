/** Asks a classifier about many texts, and checks each answer. */
import type { Role } from '../types.ts'
import { type AskLimits, type AskRequest, askAll } from './ask-all.ts'
import { asItIs, snippet } from './failure-text.ts'
import type { Classification, Classifier } from './model.ts'
import type { ClassificationOutcome, Classified, Judged } from './outcome-notes.ts'

export interface ClassifyRequest extends AskRequest {
  readonly role: Role
  readonly preserveTerms?: readonly string[] | undefined
}

interface ClassifyOptions extends AskLimits {
  readonly classifier: Classifier
  /** Answers with less confidence are not used. @default 0.5 */
  readonly minConfidence?: number | undefined
}

const defaultConfidence = 0.5

interface Classifications {
  /** Accepted answers by key. */
  readonly results: ReadonlyMap<string, Classification>
  /** The outcome of each request, in order. */
  readonly outcomes: readonly ClassificationOutcome[]
  /** Calls made in this run. */
  readonly calls: number
}

/** Never rejects. Requests with the same text share one call, with the options of the first of them. */
export async function classifyAll(
  requests: readonly ClassifyRequest[],
  options: ClassifyOptions,
): Promise<Classifications> {
  const { classifier, minConfidence = defaultConfidence, hide } = options
  const ask = async (request: ClassifyRequest, signal: AbortSignal): Promise<Classified> => {
    const { text, role, preserveTerms } = request
    const terms = preserveTerms === undefined ? {} : { preserveTerms }
    return judgeClassification(await classifier(text, { role, signal, ...terms }), minConfidence, hide)
  }
  const { outcomes, calls } = await askAll<ClassifyRequest, Classified>(requests, { ...options, ask })
  const results = new Map<string, Classification>()
  for (const outcome of outcomes)
    if (outcome.outcome === 'preserve' || outcome.outcome === 'compress') {
      const { confidence, reason } = outcome
      results.set(outcome.key, { decision: outcome.outcome, confidence, reason })
    }
  return { results, outcomes, calls }
}

/** Whether a classifier's answer is a decision with enough confidence. */
function judgeClassification(
  answer: unknown,
  minConfidence: number,
  hide: (text: string) => string = asItIs,
): Judged {
  if (typeof answer !== 'object' || answer === null)
    return rejected(`the answer is of type ${answer === null ? 'null' : typeof answer}`)
  const { decision, confidence = 1, reason } = answer as Readonly<Record<string, unknown>>
  if (decision !== 'preserve' && decision !== 'compress')
    return rejected('the decision is neither "preserve" nor "compress"')
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    return rejected('the confidence is no number from 0 to 1')
  if (confidence < minConfidence) return rejected(`a confidence of ${confidence} is below ${minConfidence}`)
  return { outcome: decision, confidence, reason: typeof reason === 'string' ? snippet(hide(reason)) : '' }
}

function rejected(why: string): Judged {
  return { outcome: 'rejected', why }
}
