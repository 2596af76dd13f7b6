/** From an entry of a stored ledger to the words that it comes from. */
import { FoveaError } from '../errors.ts'
import { handleOf } from '../tokens/handle.ts'
import type { Fact } from './ledger.ts'
import { numbered, rowLine } from './markdown/row-line.ts'
import { sectionOrder } from './settle/build-ledger.ts'
import { entriesOf, type StoredLedger } from './stored-ledger.ts'

/**
 * `constraints.2`: the words behind the second rule. `constraints`: all rules, as they are numbered.
 * `12`: what the ledger has read in message 12. `read` reads the original behind a handle, and rejects with `not-found`
 * where there is none.
 */
export async function expandEntry(
  ledger: StoredLedger,
  entry: string,
  handle: string,
  read: (handle: string) => Promise<string>,
): Promise<string> {
  if (/^\d{1,9}$/.test(entry)) {
    const turn = Number(entry) - 1
    const facts = ledger.rows.flatMap(row => row.facts.filter(fact => fact.turn === turn))
    if (facts.length > 0) return wordsOf(facts)
    if (spanOf(turn) !== undefined) return messageWords(turn)
    throw invalid(`that ledger has nothing of message ${entry}; it has messages 1 to ${ledger.turns}`)
  }
  const [, section = entry, number] = /^(.+)\.(\d{1,9})$/.exec(entry) ?? []
  const rows = entriesOf(ledger, section)
  const sections = sectionOrder(ledger.custom)
  if (!sections.includes(section)) throw invalid(`a ledger has the sections ${sections.join(', ')}`)
  if (number === undefined)
    return rows.map((row, at) => `${section}.${at + 1} ${rowLine(row).slice(2)}\n`).join('') || 'none\n'
  const row = rows[Number(number) - 1]
  if (row !== undefined) return `${rowLine(row)}\n\n${await wordsOf(row.facts)}`
  throw invalid(rows.length === 0 ? `${section} is empty` : `${section} has entries 1 to ${rows.length}`)

  /** Each text once, in order, under the number of its message. */
  async function wordsOf(facts: readonly Fact[]): Promise<string> {
    const texts = Map.groupBy(facts, ({ turn, source }) => `${turn} ${source?.hash ?? ''}`)
    const parts: string[] = []
    for (const [fact] of texts.values() as Iterable<readonly [Fact]>) {
      const words = await textOf(fact)
      parts.push(`${numbered(fact.turn)} ${fact.by}\n${words.endsWith('\n') ? words : `${words}\n`}`)
    }
    return parts.join('\n')
  }

  async function textOf({ source, turn }: Fact): Promise<string> {
    if (source === undefined) return messageWords(turn)
    try {
      return await read(handleOf(source.hash, source.hash.length))
    } catch (error) {
      const isAbsent = FoveaError.isInstance(error) && error.code === 'not-found'
      if (!isAbsent || spanOf(turn) === undefined) throw error
      return messageWords(turn)
    }
  }

  /** The whole message, as JSON, from the messages that it is stored with. */
  async function messageWords(turn: number): Promise<string> {
    const span = spanOf(turn)
    if (span !== undefined) return read(`${span.handle}#${turn - span.first + 1}`)
    const why = `${handle}: the words of message ${turn + 1} are not stored.`
    throw new FoveaError('not-found', why, { place: { handle, message: turn } })
  }

  function spanOf(turn: number): StoredLedger['spans'][number] | undefined {
    return ledger.spans.find(({ first, messages }) => turn >= first && turn < first + messages)
  }

  function invalid(why: string): FoveaError {
    return new FoveaError('invalid-handle', `${handle}: ${why}.`, { place: { handle } })
  }
}
