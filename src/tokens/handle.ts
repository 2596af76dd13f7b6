/** Handles: the short names of originals in a view. */
import { FoveaError } from '../errors.ts'

/** Hex digits of a handle; a store uses more only where two originals would share it. */
export const handleDigits = 12

const handlePattern = /^db_([0-9a-f]{12,64})$/

export function handleOf(hash: string, digits: number = handleDigits): string {
  return `db_${hash.slice(0, digits)}`
}

/** The hash prefix in a handle. Anything else (a path, a wildcard, SQL) is refused here. */
export function hashPrefixOf(handle: string): string {
  const prefix = handlePattern.exec(handle)?.[1]
  if (prefix === undefined)
    throw new FoveaError(
      'invalid-handle',
      `Not a handle: ${JSON.stringify(handle.slice(0, 80))}. A handle is db_ and 12 or more hex digits.`,
      { place: { handle: handle.slice(0, 80) } },
    )
  return prefix
}

/** The shortest handle for each hash that no other hash of `known` or `hashes` shares. */
export function shortestHandles(
  hashes: readonly string[],
  known: (prefix: string) => Iterable<string>,
): string[] {
  const groups = Map.groupBy(new Set(hashes), hash => hash.slice(0, handleDigits))
  return hashes.map(hash => {
    const prefix = hash.slice(0, handleDigits)
    let digits = handleDigits
    for (const other of [...(groups.get(prefix) ?? []), ...known(prefix)])
      while (other !== hash && other.startsWith(hash.slice(0, digits))) digits += 1
    return handleOf(hash, digits)
  })
}

/** The handle, or a longer one of the same hash where a text already contains the shorter one. */
export function handleNotIn(taken: ReadonlySet<string>, handle: string, hash: string): string {
  let free = handle
  for (let digits = handle.length - 2; taken.has(free) && digits <= hash.length; digits += 1)
    free = handleOf(hash, digits)
  return free
}
