/** One more line in a registry. */
import { FoveaError } from '../../errors.ts'

/** Takes the added line out again. */
export type Remove = () => void

export function addTo<Entry extends { readonly name: string }>(
  registry: readonly Entry[],
  entry: Entry,
  what: string,
): Remove {
  if (registry.some(({ name }) => name === entry.name))
    throw new FoveaError('invalid-option', `There is a ${what} ${entry.name} already.`)
  const lines = registry as Entry[]
  lines.unshift(entry)
  return () => {
    const at = lines.indexOf(entry)
    if (at >= 0) lines.splice(at, 1)
  }
}
