/** Returns the original behind a handle, or a part of it. */
import { FoveaError } from './errors.ts'
import { expandEntry } from './ledger/expand-entry.ts'
import { storedLedgerIn } from './ledger/stored-ledger.ts'
import { handlesIn } from './scan/marker.ts'
import { checkNames, type NamesOf } from './settings/option-names.ts'
import { checkedSource } from './store/checked-source.ts'
import { cutRange } from './store/cut-range.ts'
import { isStore, type Range, type Store } from './store/store.ts'
import { toBytes, toText } from './tokens/bytes.ts'
import { hashPrefixOf } from './tokens/handle.ts'
import { jsonValue } from './tokens/json-value.ts'
import { parseMessageJson } from './tokens/message-json.ts'
import type { OriginalsByHash } from './types.ts'
import { type UncompressOptions, uncompress } from './uncompress.ts'
import { indexedHandles, indexedMessage } from './view/message-index.ts'

/** Asks for the messages that a text of a view replaces, as they were before any round. */
export interface ExpandMessages extends UncompressOptions {
  readonly as: 'messages'
}

/**
 * A handle, or a text of a view whose marker names one. `db_3f9a2c71d04b#7` is the seventh of the messages that a digest replaces, as JSON; `db_3f9a2c71d04b#constraints.2`
 * are the words that the second rule of a stored ledger comes from.
 * Throws a `FoveaError` with the code `not-found`, `purged`, `corrupt`, `ambiguous-handle` or `invalid-handle`.
 */
export function expand(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
  range?: Range,
): Promise<string>
export function expand<Raw = unknown>(
  handle: string,
  source: Store | OriginalsByHash,
  wanted: ExpandMessages,
): Promise<Raw[]>
export async function expand(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
  wanted?: Range | ExpandMessages,
): Promise<string | unknown[]> {
  const named = handleIn(String(handle))
  checkedSource(source)
  return wanted !== undefined && 'as' in wanted
    ? expandMessages(named, source as Store | OriginalsByHash, wanted)
    : expandText(named, source, wanted)
}

/** A message in an index. */
export interface IndexEntry {
  readonly number: number
  /** As it was stored; `undefined` where it can no longer be read. */
  readonly message: unknown
}

/** The messages that handles of the form `db_…#n` can name, where the original is an index; otherwise `undefined`. */
export async function expandIndex(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
): Promise<readonly IndexEntry[] | undefined> {
  const entries = indexedHandles(await whole(handle, source))
  if (entries === undefined) return undefined
  const stored = new Map<string, readonly unknown[] | readonly IndexEntry[] | undefined>()
  const found: IndexEntry[] = []
  for (const { number, original, part } of entries) {
    if (!stored.has(original)) stored.set(original, await messagesBehind(original, source))
    const message = stored.get(original)?.[part - 1]
    found.push(isEntry(message) ? message : { number, message })
  }
  return found
}

/** An index may refer to another one with the same numbering. */
async function messagesBehind(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
): Promise<readonly unknown[] | undefined> {
  try {
    const text = await whole(handle, source)
    return (await expandIndex(handle, source)) ?? parsedMessages(text)
  } catch (error) {
    // The messages of a purged original stay in the list without their content.
    if (FoveaError.isInstance(error)) return undefined
    throw error
  }
}

const isEntry = (value: unknown): value is IndexEntry =>
  typeof value === 'object' && value !== null && 'number' in value && 'message' in value

function handleIn(text: string): string {
  return text.startsWith('db_') ? text : (handlesIn(text)[0] ?? text)
}

async function expandMessages(
  handle: string,
  source: Store | OriginalsByHash,
  wanted: ExpandMessages,
): Promise<unknown[]> {
  checkNames(wanted, expandMessagesNames)
  const text = await expandText(handle, source)
  const messages = restoredMessages(text)
  if (messages === undefined) throw notMessages(handle)
  const { messages: originals, missing } = await uncompress(messages, source, {
    format: wanted.format,
    strict: true,
  })
  // Names that a text only mentions are not part of it.
  const lost = missing.find(({ name }) => name === undefined)
  if (lost !== undefined)
    throw new FoveaError('not-found', `A part of ${handle} cannot be brought back: ${lost.why}`, {
      place: { handle },
    })
  return originals
}

const expandMessagesNames: NamesOf<ExpandMessages> = { as: true, format: true, strict: true }

async function expandText(
  handle: string,
  source: Pick<Store, 'get'> | OriginalsByHash,
  range?: Range,
): Promise<string> {
  const { original, part } = partOf(handle)
  if (part === undefined) return whole(original, source, range)
  const text = await whole(original, source)
  const message = indexedMessage(text, part, handle)
  if (message !== undefined) return expandText(message, source, range)
  const ledger = storedLedgerIn(text)
  const found =
    ledger === undefined
      ? messageIn(text, part, handle)
      : await expandEntry(ledger, part, handle, name => expandText(name, source))
  return range === undefined ? found : toText(cutRange(toBytes(found), range))
}

/** `db_…#7` → the handle, and the part of it. */
function partOf(handle: string): { original: string; part?: string } {
  const match = /^(db_[0-9a-f]+)#([^\n\r]{1,120})$/.exec(handle)
  return match === null ? { original: handle } : { original: match[1] as string, part: match[2] as string }
}

function messageIn(text: string, part: string, handle: string): string {
  // Only a ledger has parts with names.
  if (!/^\d{1,9}$/.test(part)) hashPrefixOf(handle)
  const message = Number(part)
  const messages = parsedMessages(text)
  if (messages === undefined) throw notMessages(handle)
  if (message < 1 || message > messages.length)
    throw new FoveaError('invalid-handle', `${handle}: that original has messages 1 to ${messages.length}.`, {
      place: { handle },
    })
  return `${JSON.stringify(messages[message - 1], undefined, 2)}\n`
}

function notMessages(handle: string): FoveaError {
  return new FoveaError('invalid-handle', `${handle}: that original is one text, not several messages.`, {
    place: { handle },
  })
}

function parsedMessages(text: string): readonly unknown[] | undefined {
  const value = jsonValue(text)
  return Array.isArray(value) ? value : undefined
}

/** Restores what plain JSON would lose; `undefined` where the text is not a list. */
function restoredMessages(text: string): readonly unknown[] | undefined {
  try {
    const value = parseMessageJson(text)
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
