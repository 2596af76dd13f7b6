/** The ledger of a conversation in any supported shape, without its secrets. */
import { formatOf } from '../formats/detect-format.ts'
import type { LedgerWriter } from '../models/model.ts'
import type { AskingOptions } from '../models/model-options.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import { checkNames, type NamesOf } from '../settings/option-names.ts'
import type { FormatName, Note } from '../types.ts'
import type { Ledger } from './ledger.ts'
import { ledgerOfMessages, type MessageLedgerOptions } from './ledger-of-messages.ts'
import { ledgerProse } from './ledger-prose.ts'
import { mergeLedgers } from './merge-ledgers.ts'

export interface LedgerOptions extends MessageLedgerOptions {
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
}

const ledgerNames: NamesOf<LedgerOptions> = {
  from: true,
  rulesOf: true,
  mask: true,
  sections: true,
  format: true,
}

/** Deterministic; every quote is a true stretch of what its role said. Throws where the shape is not known. */
export function createLedger(messages: readonly unknown[], options: LedgerOptions = {}): Ledger {
  checkNames(options, ledgerNames)
  const { format, mask = maskSecrets, ...rest } = options
  return ledgerOfMessages(formatOf(messages, format).read(messages), { ...rest, mask })
}

export interface WriteLedgerOptions extends LedgerOptions {
  readonly writer: LedgerWriter
  /** How the writer is asked: once. @default 30 seconds */
  readonly writing?: AskingOptions | undefined
  /** The ledger of the messages before these; the result is merged into it. @default none */
  readonly ledger?: Ledger | undefined
}

export interface WrittenLedger {
  readonly ledger: Ledger
  /** What became of the asking, and of every entry that was left out. */
  readonly notes: readonly Note[]
  readonly calls: number
}

/** The ledger with prose by a model, where that holds; without it, as it is. Rejects only where the messages cannot be read. */
export async function writeLedger(
  messages: readonly unknown[],
  options: WriteLedgerOptions,
): Promise<WrittenLedger> {
  checkNames(options, { ...ledgerNames, writer: true, writing: true, ledger: true })
  const { writer, writing = {}, ledger: before, mask = maskSecrets, ...rest } = options
  const read = formatOf(messages, rest.format).read(messages)
  const own = createLedger(messages, { ...rest, mask })
  const ledger = before === undefined ? own : mergeLedgers(before, own)
  const { prose, notes, calls } = await ledgerProse(read, ledger, { writer, writing, mask })
  return { ledger: prose === undefined ? ledger : mergeLedgers(ledger, prose), notes, calls }
}
