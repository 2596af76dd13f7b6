/** Finds the one hash in a store that a handle names. */
import { hashPrefixOf, shortestHandles } from '../tokens/handle.ts'
import { ambiguous, notFound } from './store-error.ts'

/** `known` lists the hashes that start with a prefix. Throws `invalid-handle`, `not-found` or `ambiguous-handle`. */
export function findHash(handle: string, known: (prefix: string) => Iterable<string>): string {
  const hashes = [...known(hashPrefixOf(handle))]
  const [hash] = hashes
  if (hash === undefined) throw notFound(handle)
  if (hashes.length > 1)
    throw ambiguous(
      handle,
      shortestHandles(hashes, () => []),
    )
  return hash
}
