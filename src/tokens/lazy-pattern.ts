/** Patterns that their first use makes, so that importing their module costs nothing for them. */
import { lazily } from './lazily.ts'

/**
 * Node parses each literal while it reads a module, and a class such as `\p{L}` asks there for the properties of all
 * characters: fifty such literals took a sixth of the import.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  return lazily(() => new RegExp(source, flags))
}
