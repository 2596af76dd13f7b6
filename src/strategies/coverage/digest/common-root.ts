/** The directory that most paths are in: said once, it need not be said in each of them. */
import { sourceOf } from '../../../scan/actions/source-of.ts'
import type { Message } from '../../../types.ts'

/** Directories of one path that are looked at, from the root on. */
const maxDepth = 32
/** A root that saves fewer characters costs more than it saves. */
const minSaved = 120

/** Of the files that calls name; `undefined` where it would save little. */
export function commonRoot(messages: readonly Message[]): string | undefined {
  const paths = messages.flatMap(({ blocks }) =>
    blocks.flatMap(block => (block.type === 'toolCall' ? (sourceOf(block).path ?? []) : [])),
  )
  const counts = new Map<string, number>()
  for (const path of new Set(paths)) {
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

/** `Edit /home/me/app/src/a.ts` → `Edit src/a.ts`, `Bash cd /home/me/app && npm test` → `Bash npm test`. */
export function belowRoot(title: string, root: string | undefined): string {
  if (root === undefined) return title
  return title.replaceAll(`cd ${root} && `, '').replaceAll(`${root}/`, '')
}
