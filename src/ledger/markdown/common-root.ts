/** The directory whose name, said once, spares the most of the paths of a ledger. */
import type { Row } from '../ledger.ts'

/** `undefined` where no two files are in one directory. */
export function commonRoot(rows: readonly Row[]): string | undefined {
  const files = new Map<string, number>()
  for (const { section, key } of rows) {
    if (section !== 'files' || !key.startsWith('/')) continue
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const directory = key.slice(0, slash)
      files.set(directory, (files.get(directory) ?? 0) + 1)
    }
  }
  let best: string | undefined
  let most = 0
  for (const [directory, count] of files) {
    const spared = (count - 1) * directory.length
    if (spared <= most) continue
    best = directory
    most = spared
  }
  return best
}
