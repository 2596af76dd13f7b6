/** Names that files in several directories have, as far as calls name them. */
import { sourceOf } from '../../../scan/actions/source-of.ts'
import type { Message } from '../../../types.ts'
import { baseName } from './common-root.ts'

export function sharedNames(messages: readonly Message[]): ReadonlySet<string> {
  const pathOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      const path = block.type === 'toolCall' ? sourceOf(block).path : undefined
      if (path === undefined) continue
      const name = baseName(path)
      const known = pathOf.get(name)
      if (known === undefined) pathOf.set(name, path)
      else if (!known.endsWith(path) && !path.endsWith(known)) shared.add(name)
    }
  return shared
}
