/** The ledger of a conversation in any supported shape, without its secrets. */
import { formatOf } from '../formats/detect-format.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import type { FormatName } from '../types.ts'
import type { Ledger } from './ledger.ts'
import { ledgerOfMessages as ledgerOf, type LedgerOptions as ReadOptions } from './ledger-of-messages.ts'

export interface LedgerOptions extends ReadOptions {
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
}

/** Deterministic; every quote is a true stretch of what its role said. Throws where the shape is not known. */
export function createLedger(messages: readonly unknown[], options: LedgerOptions = {}): Ledger {
  const { format, mask = maskSecrets, ...rest } = options
  return ledgerOf(formatOf(messages, format).read(messages), { ...rest, mask })
}
