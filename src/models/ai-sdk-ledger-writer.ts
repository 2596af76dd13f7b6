/** A writer of ledgers from a language model of the AI SDK. */

import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'
import type { LedgerWriter } from './model.ts'

export function aiSdkLedgerWriter(model: AiSdkModel, options: AiSdkOptions = {}): LedgerWriter {
  return ledgerWriterOf(askAiSdk(model, options))
}
