/** Paths against the directory they are written in, as text: nothing is looked up. */
import { trimEndOf } from '../../trim-end-of.ts'

export function isAbsolute(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:[\\/])/.test(path)
}

/** `a//b`, `a/./b`, `a/../b`, `a/`. */
const emptyStep = /\/\.{0,2}(?:\/|$)|^\.{1,2}(?:\/|$)|^$/

/** `.` and `..` are resolved where the text alone is enough. */
export function joinPath(directory: string | undefined, path: string): string {
  const joined = withDrive(directory === undefined || isAbsolute(path) ? path : `${directory}/${path}`)
  if (!emptyStep.test(joined)) return joined
  const steps: string[] = []
  for (const [at, step] of joined.split('/').entries()) {
    if (step === '.' || (step === '' && at > 0)) continue
    const last = steps.at(-1)
    if (step === '..' && last !== undefined && last !== '..' && last !== '') steps.pop()
    else steps.push(step)
  }
  if (steps.length === 1 && steps[0] === '') return '/'
  return steps.length === 0 ? '.' : steps.join('/')
}

/** `c:\Users\a`, in Git Bash `/c/Users/a` */
const drive = /^(?:\/?([A-Za-z]):(?=\/)|\/([a-z])(?=\/Users\/))/

/** One spelling of a Windows path: `C:/Users/a`. In `my\ app/a.ts` the backslash only escapes a space. */
function withDrive(path: string): string {
  const plain = path.includes('\\') ? path.replaceAll('\\ ', ' ').replaceAll('\\', '/') : path
  return plain.replace(drive, (_, own?: string, inBash = '') => `${(own ?? inBash).toUpperCase()}:`)
}

export function fileName(path: string): string {
  const trimmed = trimEndOf(path, '/')
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

/** `/w/src/a.ts` → `/w/src`, `/w` */
export function directoriesAbove(path: string): readonly string[] {
  const found: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    found.push(path.slice(0, end))
  return found
}

/** Directories of one path that are looked at, from the root on. */
const maxDepth = 32

/** The directory that saves the most characters when it is named once. Absolute paths only; `undefined` where it would save no more than `minSaved` characters. */
export function commonDirectory(paths: Iterable<string>, minSaved = 0): string | undefined {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const start = /^(?:[A-Za-z]:)?\//.exec(path)?.[0].length
    let slash = start === undefined ? -1 : path.indexOf('/', start)
    for (let depth = 0; slash > 0 && depth < maxDepth; depth += 1) {
      const directory = path.slice(0, slash)
      counts.set(directory, (counts.get(directory) ?? 0) + 1)
      slash = path.indexOf('/', slash + 1)
    }
  }
  let best: string | undefined
  let maxSaved = minSaved
  for (const [directory, count] of counts) {
    const saved = (count - 1) * directory.length
    if (saved <= maxSaved) continue
    best = directory
    maxSaved = saved
  }
  return best
}

/** The file with its folder: what `/repo/src/a.ts`, `./src/a.ts` and `src/a.ts` share. */
export function nameWithFolder(path: string): string {
  return path.split('/').slice(-2).join('/')
}
