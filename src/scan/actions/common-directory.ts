/** The directory whose name, said once, saves the most of these paths. */

/** Directories of one path that are looked at, from the root on. */
const maxDepth = 32

/** Absolute paths only; `undefined` where it would save no more than `minSaved` characters. */
export function commonDirectory(paths: Iterable<string>, minSaved = 0): string | undefined {
  const counts = new Map<string, number>()
  for (const path of paths) {
    let slash = path.startsWith('/') ? path.indexOf('/', 1) : -1
    for (let depth = 0; slash > 0 && depth < maxDepth; depth += 1) {
      const directory = path.slice(0, slash)
      counts.set(directory, (counts.get(directory) ?? 0) + 1)
      slash = path.indexOf('/', slash + 1)
    }
  }
  let best: string | undefined
  let most = minSaved
  for (const [directory, count] of counts) {
    const saved = (count - 1) * directory.length
    if (saved <= most) continue
    best = directory
    most = saved
  }
  return best
}
