/** Beginnings that paths and web addresses share, each up to a slash. */
import { mostPromising } from './most-promising.ts'

/** Letters, digits and what joins them in paths: `~/a_b/c-d.e@2`, `https://host:80/x`, `C:\\a`. */
const pathLike = /[\w.~@+:%$/\\-]+/g
const deepest = 12
const longest = 300

export function pathPrefixes(text: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(pathLike)) {
    let depth = 0
    for (let at = 1; at < found.length && at < longest && depth < deepest; at += 1) {
      if (found[at] !== '/' && found[at] !== '\\') continue
      depth += 1
      const prefix = found.slice(0, at + 1)
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
  }
  return mostPromising(counts)
}
