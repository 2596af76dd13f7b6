/** The directory whose name, said once, spares the most of the paths of a ledger. */
import type { Row } from '../ledger.ts'

/** Directories of one path that are looked at, from the root on. */
const deepest = 32

/** `undefined` where no two files are in one directory. */
export function commonRoot(rows: readonly Row[]): string | undefined {
  const files = new Map<string, number>()
  for (const { section, key } of rows) {
    if (section !== 'files' || !key.startsWith('/')) continue
    let slash = key.indexOf('/', 1)
    for (let depth = 0; slash > 0 && depth < deepest; depth += 1) {
      const directory = key.slice(0, slash)
      files.set(directory, (files.get(directory) ?? 0) + 1)
      slash = key.indexOf('/', slash + 1)
    }
  }
  let best: string | undefined
  let most = 0
  for (const [directory, count] of files) {
    const saved = (count - 1) * directory.length
    if (saved <= most) continue
    best = directory
    most = saved
  }
  return best
}
