/** A writer of ledgers from a language model of the AI SDK. */
import type { LedgerWriter } from '../types.ts'
import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'

export function aiSdkLedgerWriter(model: AiSdkModel, options: AiSdkOptions = {}): LedgerWriter {
  return ledgerWriterOf(askAiSdk(model, options))
}
