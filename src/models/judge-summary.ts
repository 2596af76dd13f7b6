/** Whether a model's answer may replace a text. */
import type { TokenCounter } from '../types.ts'
import { asItIs } from './failure-text.ts'
import { nameChecker } from './name-checker.ts'
import { firstUntrueQuote } from './quotes.ts'

export type RejectionReason = 'not-text' | 'empty' | 'not-smaller' | 'untrue-quote' | 'invented-name'

type Verdict =
  | { readonly accepted: true; readonly summary: string; readonly tokens: number }
  | { readonly accepted: false; readonly reason: RejectionReason; readonly why: string }

/** Accepts well-formed text that has fewer tokens than the original and quotes and names only what the original contains. */
export function judgeSummary(
  text: string,
  answer: unknown,
  counter: TokenCounter,
  hide: (text: string) => string = asItIs,
): Verdict {
  if (typeof answer !== 'string') return rejected('not-text', `the answer is of type ${typeof answer}`)
  if (!answer.isWellFormed()) return rejected('not-text', 'the answer holds half a character')
  const summary = answer.trim()
  if (summary === '') return rejected('empty', 'the answer is empty')
  const tokens = counter.count(summary)
  const limit = counter.count(text)
  if (tokens >= limit) return rejected('not-smaller', `the answer costs ${tokens} tokens, the text ${limit}`)
  const untrue = firstUntrueQuote(summary, text)
  if (untrue !== undefined) return rejected('untrue-quote', `the text does not say ${shown(untrue, hide)}`)
  const invented = nameChecker(text)(summary)
  if (invented !== undefined) return rejected('invented-name', `the model made up ${shown(invented, hide)}`)
  return { accepted: true, summary, tokens }
}

function shown(part: string, hide: (text: string) => string): string {
  return JSON.stringify(hide(part).slice(0, 80).toWellFormed())
}

function rejected(reason: RejectionReason, why: string): Verdict {
  return { accepted: false, reason, why }
}
