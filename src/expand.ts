/** One glance: the original, or a part of it, behind a handle. */
import { FoveaError } from './errors.ts'
import { hashPrefixOf } from './handle.ts'
import { toBytes, toText } from './measure/bytes.ts'
import { isStore } from './source.ts'
import { cutRange } from './store/cut-range.ts'
import type { Range, Store, Verbatim } from './types.ts'

/**
 * `db_3f9a2c71d04b#7` is the seventh of the messages that a digest stands for, as JSON.
 * Throws a `FoveaError` with the code `not-found`, `purged`, `corrupt`, `ambiguous-handle` or `invalid-handle`.
 */
export async function expand(handle: string, source: Store | Verbatim, range?: Range): Promise<string> {
  const { original, message } = partOf(handle)
  if (message === undefined) return whole(original, source, range)
  const text = messageIn(await whole(original, source), message, handle)
  return range === undefined ? text : toText(cutRange(toBytes(text), range))
}

/** `db_…#7` → the handle and the message. */
function partOf(handle: string): { original: string; message?: number } {
  const match = /^(db_[0-9a-f]+)#(\d{1,9})$/.exec(handle)
  return match === null ? { original: handle } : { original: match[1] as string, message: Number(match[2]) }
}

function messageIn(text: string, message: number, handle: string): string {
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

async function whole(handle: string, source: Store | Verbatim, range?: Range): Promise<string> {
  if (isStore(source)) return toText(await source.get(handle, range))
  hashPrefixOf(handle)
  const entry = Object.values(source).find(candidate => candidate.handle === handle)
  if (entry === undefined)
    throw new FoveaError('not-found', `No original is stored under ${handle}.`, { place: { handle } })
  return range === undefined ? entry.text : toText(cutRange(toBytes(entry.text), range))
}
