/** Items of a plan that are about a file which was changed since: what is left to do comes before them. */
import { countsOf } from '../../../tokens/counts-of.ts'

/** `- `src/a.ts` - add a field`, `| src/b.ts | new |`: an item that is about a file. */
const aboutFile =
  /^\s{0,8}(?:[-*+] |\d{1,3}[.)] |\| ?)(?:\*\*[^*`\n]{1,20}\*\*:? )?[`*"]{0,3}([\w./@-]{1,200}\.[A-Za-z]{1,6})(?![\w/-])/

/** 1 for each item about a file that was changed as often as items are about it. `changesOf`: see `closedSections`. */
export function closedItems(lines: readonly string[], changesOf: (path: string) => number): Uint8Array {
  const paths = lines.map(line => aboutFile.exec(line)?.[1])
  const named = countsOf(paths)
  return Uint8Array.from(paths, path =>
    Number(path !== undefined && changesOf(path) >= (named.get(path) as number)),
  )
}
