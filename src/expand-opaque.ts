/** The messages behind a line of state, as they were. */
import { FoveaError } from './errors.ts'
import { expand } from './expand.ts'
import { handlesIn, spanMarkerIn } from './scan/marker.ts'
import type { OriginalsByHash, Store } from './types.ts'
import { type UncompressOptions, uncompress } from './uncompress.ts'

export interface ExpandOpaqueOptions extends UncompressOptions {
  /** Where the originals are: a store, or the `originalsByHash` of a result. */
  readonly store: Store | OriginalsByHash
}

/** `text` is a line such as `[M:122|S:…, stored: db_…]`, or any text of a view that begins with its handle's line. */
export async function expandOpaque<Raw = unknown>(
  text: string,
  { store, format }: ExpandOpaqueOptions,
): Promise<Raw[]> {
  const [handle] = handlesIn(text)
  if (handle === undefined || spanMarkerIn(text) === undefined)
    throw new FoveaError(
      'invalid-handle',
      `Not a line that stands for messages: ${JSON.stringify(text.slice(0, 80))}.`,
    )
  const messages = JSON.parse(await expand(handle, store)) as Raw[]
  const { messages: whole, missing } = await uncompress(messages, store, { format, strict: true })
  const [lost] = missing
  if (lost !== undefined)
    throw new FoveaError('not-found', `A part of ${handle} cannot be brought back: ${lost.why}`, {
      place: { handle },
    })
  return whole
}
