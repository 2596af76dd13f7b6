/** The ledger of a conversation with prose by a model, where that holds; without it, the ledger as it is. */
import { createLedger, type LedgerOptions } from './create-ledger.ts'
import { formatOf } from './formats/detect-format.ts'
import type { Ledger } from './ledger/ledger.ts'
import { renderLedger } from './ledger/markdown/render-ledger.ts'
import { mergeLedgers } from './ledger/merge-ledgers.ts'
import { proseLedger } from './ledger/prose-ledger.ts'
import { writeProse } from './llm/write-prose.ts'
import { maskSecrets } from './measure/secrets/secrets.ts'
import type { AskingOptions } from './options.ts'
import { blockText } from './probes/spoken-text.ts'
import type { LedgerWriter, Message, Note } from './types.ts'

export interface WriteLedgerOptions extends LedgerOptions {
  readonly writer: LedgerWriter
  /** How the writer is asked: once. @default 30 seconds */
  readonly writing?: AskingOptions | undefined
  /** Of the messages before these; the result is merged into it. @default none */
  readonly ledger?: Ledger | undefined
}

export interface WrittenLedger {
  readonly ledger: Ledger
  /** What became of the asking, and of every entry that was left out. */
  readonly notes: readonly Note[]
  readonly calls: number
}

/** Of a long session the model reads the end, and the ledger of all of it. */
const mostShown = 60_000

/** Rejects only where the messages cannot be read. */
export async function writeLedger(
  messages: readonly unknown[],
  options: WriteLedgerOptions,
): Promise<WrittenLedger> {
  const { writer, writing = {}, ledger: before, mask = maskSecrets, ...rest } = options
  const read = formatOf(messages, rest.format).read(messages)
  const own = createLedger(messages, { ...rest, mask })
  const ledger = before === undefined ? own : mergeLedgers(before, own)
  const { text: known } = renderLedger(ledger)
  // What the ledger tells of earlier messages may be spoken of, though they are not here.
  const source = `${known}\n${mask(read.map(message => textOf(message, true)).join('\n'))}`
  const said = mask(
    read
      .map(message => textOf(message, false))
      .filter(text => text !== '')
      .join('\n\n'),
  )
  const shown = `${known}\n\n${said.slice(-mostShown).toWellFormed()}`
  const { prose, notes, calls } = await writeProse(shown, source, { ...writing, writer, hide: mask })
  return {
    ledger: prose === undefined ? ledger : mergeLedgers(ledger, proseLedger(prose, ledger.turns)),
    notes,
    calls,
  }
}

/** What was said, and, where that is wanted, what tools were asked and answered. */
function textOf({ role, blocks }: Message, isWhole: boolean): string {
  const parts = blocks.filter(({ type }) => type === 'text' || (isWhole && type !== 'opaque'))
  const text = parts.map(blockText).join('\n').trim()
  return text === '' || isWhole ? text : `${role}: ${text}`
}
