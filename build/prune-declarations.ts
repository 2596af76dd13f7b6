/** Removes the declarations that no entry of the package reaches. */
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

const reached = new Set<string>()
const queue = Object.values(exports).flatMap(entry =>
  typeof entry === 'string' ? [] : [join(root, entry.types)],
)
for (const file of queue) {
  if (reached.has(file)) continue
  reached.add(file)
  for (const [, target] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\() ?["'](\.{1,2}\/[^"']+)\.ts["']/g,
  ))
    queue.push(join(dirname(file), `${target}.d.ts`))
}

prune(join(root, 'dist'))

/** Whether anything is left in the folder. */
function prune(folder: string): boolean {
  let isEmpty = true
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() ? !prune(path) : entry.name.endsWith('.d.ts') && !reached.has(path)) {
      if (entry.isDirectory()) rmdirSync(path)
      else rmSync(path)
    } else isEmpty = false
  }
  return !isEmpty
}
