/** A writer of ledgers from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */

import { askEndpoint } from './ask-endpoint.ts'
import { ledgerWriterOf } from './ledger-writer-of.ts'
import type { EndpointOptions, LedgerWriter } from './model.ts'

export function endpointLedgerWriter(options: EndpointOptions): LedgerWriter {
  return ledgerWriterOf(askEndpoint(options))
}
