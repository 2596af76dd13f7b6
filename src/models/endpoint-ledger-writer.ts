/** A writer of ledgers from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */
import type { LedgerWriter } from '../types.ts'
import { askEndpoint, type EndpointOptions } from './ask-endpoint.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'

export function endpointLedgerWriter(options: EndpointOptions): LedgerWriter {
  return ledgerWriterOf(askEndpoint(options))
}
