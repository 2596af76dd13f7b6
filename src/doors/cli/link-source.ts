/** The written view of a file, recorded so that it leads back to the very bytes of that file. */
import { FoveaError } from '../../errors.ts'
import type { SyncStore } from '../../store/store.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { hashBytes } from '../../tokens/hash.ts'

/**
 * The output as it is to be written. Two files may have the same view: the later one's ends with its handle, in blanks,
 * which mean nothing in JSON.
 */
export function linkSource(content: string, source: Uint8Array, store: SyncStore): string {
  const original = hashBytes(source)
  const hash = hashOf(content)
  if (hash === original) return content
  const isTaken = (store.views([hash]).get(hash)?.original ?? original) !== original
  const named = (): string => content + blanksOf(store.handles([original])[0] as string)
  const record = (linked: string): string => {
    store.record({
      originals: [{ hash: original, bytes: source }],
      views: [{ hash: hashOf(linked), original, media: 'text' }],
    })
    return linked
  }
  if (isTaken) return record(named())
  try {
    return record(content)
  } catch (error) {
    // Another process has recorded the same view since.
    if (!FoveaError.isInstance(error) || error.code !== 'view-taken') throw error
    return record(named())
  }
}

function hashOf(content: string): string {
  return hashBytes(toBytes(content))
}

/** A line of blanks: each bit of the handle's digits is a space or a tab. */
function blanksOf(handle: string): string {
  const bits = Array.from(handle.slice(handle.indexOf('_') + 1), digit =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  )
  return `${bits.join('').replaceAll('0', ' ').replaceAll('1', '\t')}\n`
}
