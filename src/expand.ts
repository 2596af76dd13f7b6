/** One glance: the original, or a part of it, behind a handle. */
import { FoveaError } from './errors.ts'
import { expandEntry } from './ledger/expand-entry.ts'
import { storedLedgerIn } from './ledger/stored-ledger.ts'
import { cutRange } from './store/cut-range.ts'
import { isStore } from './store/source.ts'
import { toBytes, toText } from './tokens/bytes.ts'
import { hashPrefixOf } from './tokens/handle.ts'
import type { OriginalsByHash, Range, Store } from './types.ts'

/**
 * `db_3f9a2c71d04b#7` is the seventh of the messages that a digest stands for, as JSON; `db_3f9a2c71d04b#constraints.2`
 * are the words that the second rule of a stored ledger comes from.
 * Throws a `FoveaError` with the code `not-found`, `purged`, `corrupt`, `ambiguous-handle` or `invalid-handle`.
 */
export async function expand(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
  range?: Range,
): Promise<string> {
  const { original, part } = partOf(handle)
  if (part === undefined) return whole(original, source, range)
  const text = await whole(original, source)
  const ledger = storedLedgerIn(text)
  const found =
    ledger === undefined
      ? messageIn(text, part, handle)
      : await expandEntry(ledger, part, handle, name => expand(name, source))
  return range === undefined ? found : toText(cutRange(toBytes(found), range))
}

/** `db_…#7` → the handle, and which part of it. */
function partOf(handle: string): { original: string; part?: string } {
  const match = /^(db_[0-9a-f]+)#([^\n\r]{1,120})$/.exec(handle)
  return match === null ? { original: handle } : { original: match[1] as string, part: match[2] as string }
}

function messageIn(text: string, part: string, handle: string): string {
  // Only a ledger has parts with names.
  if (!/^\d{1,9}$/.test(part)) hashPrefixOf(handle)
  const message = Number(part)
  const messages = parsedMessages(text)
  if (messages === undefined)
    throw new FoveaError('invalid-handle', `${handle}: that original is one text, not several messages.`, {
      place: { handle },
    })
  if (message < 1 || message > messages.length)
    throw new FoveaError('invalid-handle', `${handle}: that original has messages 1 to ${messages.length}.`, {
      place: { handle },
    })
  return `${JSON.stringify(messages[message - 1], undefined, 2)}\n`
}

function parsedMessages(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function whole(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
  range?: Range,
): Promise<string> {
  if (isStore(source)) return toText(await source.get(handle, range))
  hashPrefixOf(handle)
  const entry = Object.values(source).find(candidate => candidate.handle === handle)
  if (entry === undefined)
    throw new FoveaError('not-found', `No original is stored under ${handle}.`, { place: { handle } })
  return range === undefined ? entry.text : toText(cutRange(toBytes(entry.text), range))
}
