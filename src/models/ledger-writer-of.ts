/** A writer of ledgers from whatever answers a prompt. */
import { jsonExtents } from '../scan/json-extents.ts'
import { ledgerPrompt } from './ledger-prompt.ts'
import type { LedgerWriter } from './model.ts'
import { type AskModel, modelFailure } from './model-answer.ts'

export function ledgerWriterOf(ask: AskModel): LedgerWriter {
  return async (text, context) => {
    const answer = await ask(ledgerPrompt(text, context), {
      maxTokens: context.maxTokens,
      signal: context.signal,
    })
    const last = jsonExtents(answer).findLast(({ start }) => answer[start] === '{')
    if (last === undefined) throw modelFailure('The model answered without a JSON object.')
    return JSON.parse(answer.slice(last.start, last.end))
  }
}
