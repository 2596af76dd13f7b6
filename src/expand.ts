/** One glance: the original, or a part of it, behind a handle. */
import { FoveaError } from './errors.ts'
import { hashPrefixOf } from './handle.ts'
import { toBytes, toText } from './measure/bytes.ts'
import { isStore } from './source.ts'
import { cutRange } from './store/cut-range.ts'
import type { Range, Store, Verbatim } from './types.ts'

/** Throws a `FoveaError` with the code `not-found`, `purged`, `corrupt`, `ambiguous-handle` or `invalid-handle`. */
export async function expand(handle: string, source: Store | Verbatim, range?: Range): Promise<string> {
  if (isStore(source)) return toText(await source.get(handle, range))
  hashPrefixOf(handle)
  const entry = Object.values(source).find(candidate => candidate.handle === handle)
  if (entry === undefined)
    throw new FoveaError('not-found', `No original is stored under ${handle}.`, { place: { handle } })
  return range === undefined ? entry.text : toText(cutRange(toBytes(entry.text), range))
}
