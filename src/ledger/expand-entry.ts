/** From an entry of a stored ledger to the words that it comes from. */
import { FoveaError } from '../errors.ts'
import { handleOf } from '../tokens/handle.ts'
import type { Fact } from './ledger.ts'
import { numbered, rowLine } from './markdown/row-line.ts'
import { sectionOrder } from './settle/build-ledger.ts'
import { entriesOf, type StoredLedger } from './stored-ledger.ts'

/** Reads the original behind a handle; rejects with `not-found` where there is none. */
type ReadOriginal = (handle: string) => Promise<string>

/**
 * `constraints.2`: the words behind the second rule. `constraints`: all rules, as they are numbered.
 * `12`: what the ledger has read in message 12.
 */
export async function expandEntry(
  ledger: StoredLedger,
  entry: string,
  handle: string,
  read: ReadOriginal,
): Promise<string> {
  if (/^\d{1,9}$/.test(entry)) {
    const turn = Number(entry) - 1
    const facts = ledger.rows.flatMap(row => row.facts.filter(fact => fact.turn === turn))
    if (facts.length === 0 && spanOf(ledger, turn) === undefined)
      throw invalid(
        handle,
        `that ledger has nothing of message ${entry}; it has messages 1 to ${ledger.turns}`,
      )
    return facts.length === 0
      ? messageWords(ledger, turn, handle, read)
      : wordsOf(facts, ledger, handle, read)
  }
  const [, section = entry, number] = /^(.+)\.(\d{1,9})$/.exec(entry) ?? []
  const rows = entriesOf(ledger, section)
  const sections = sectionOrder(ledger.custom)
  if (!sections.includes(section)) throw invalid(handle, `a ledger has the sections ${sections.join(', ')}`)
  if (number === undefined)
    return rows.map((row, at) => `${section}.${at + 1} ${rowLine(row).slice(2)}\n`).join('') || 'none\n'
  const row = rows[Number(number) - 1]
  if (row === undefined)
    throw invalid(
      handle,
      rows.length === 0 ? `${section} is empty` : `${section} has entries 1 to ${rows.length}`,
    )
  return `${rowLine(row)}\n\n${await wordsOf(row.facts, ledger, handle, read)}`
}

/** Each text once, in order, under the number of its message. */
async function wordsOf(
  facts: readonly Fact[],
  ledger: StoredLedger,
  handle: string,
  read: ReadOriginal,
): Promise<string> {
  const texts = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.turn} ${fact.source?.hash ?? ''}`
    if (!texts.has(key)) texts.set(key, fact)
  }
  const parts: string[] = []
  for (const fact of texts.values()) {
    const words = await textOf(fact, ledger, handle, read)
    parts.push(`${numbered(fact.turn)} ${fact.by}\n${words.endsWith('\n') ? words : `${words}\n`}`)
  }
  return parts.join('\n')
}

async function textOf(fact: Fact, ledger: StoredLedger, handle: string, read: ReadOriginal): Promise<string> {
  const { source, turn } = fact
  if (source === undefined) return messageWords(ledger, turn, handle, read)
  try {
    return await read(handleOf(source.hash, source.hash.length))
  } catch (error) {
    const isAbsent = FoveaError.isInstance(error) && error.code === 'not-found'
    if (!isAbsent || spanOf(ledger, turn) === undefined) throw error
    return messageWords(ledger, turn, handle, read)
  }
}

/** The whole message, as JSON, from the messages that it is stored with. */
async function messageWords(
  ledger: StoredLedger,
  turn: number,
  handle: string,
  read: ReadOriginal,
): Promise<string> {
  const span = spanOf(ledger, turn)
  if (span === undefined)
    throw new FoveaError('not-found', `${handle}: the words of message ${turn + 1} are not stored.`, {
      place: { handle, message: turn },
    })
  return read(`${span.handle}#${turn - span.first + 1}`)
}

function spanOf({ spans }: StoredLedger, turn: number): StoredLedger['spans'][number] | undefined {
  return spans.find(({ first, messages }) => turn >= first && turn < first + messages)
}

function invalid(handle: string, why: string): FoveaError {
  return new FoveaError('invalid-handle', `${handle}: ${why}.`, { place: { handle } })
}
