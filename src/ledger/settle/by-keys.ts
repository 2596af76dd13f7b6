/** Facts by each of their keys. */
import { addToList } from '../../tokens/add-to-list.ts'
import type { Fact } from '../ledger.ts'

export function byKeys(
  facts: readonly Fact[],
  keysOf: (fact: Fact) => Iterable<string>,
): ReadonlyMap<string, readonly Fact[]> {
  const found = new Map<string, Fact[]>()
  for (const fact of facts) for (const key of keysOf(fact)) addToList(found, key, fact)
  return found
}
