/** Whether a classifier's answer is a decision, and sure enough of it. */
import type { Judged } from './classification-outcome.ts'
import { asItIs, snippet } from './failure-text.ts'

export function judgeClassification(
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
