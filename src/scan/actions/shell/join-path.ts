/** Paths against the directory they are written in, as text: nothing is looked up. */
import { trimEndOf } from '../../trim-end-of.ts'

export function isAbsolute(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:[\\/])/.test(path)
}

/** `a//b`, `a/./b`, `a/../b`, `a/`. */
const hasEmptyStep = /\/\.{0,2}(?:\/|$)|^\.{1,2}(?:\/|$)|^$/

/** `.` and `..` are resolved where the text alone is enough. */
export function joinPath(directory: string | undefined, path: string): string {
  const joined = directory === undefined || isAbsolute(path) ? path : `${directory}/${path}`
  if (!hasEmptyStep.test(joined)) return joined
  const steps: string[] = []
  for (const step of joined.split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue
    const last = steps.at(-1)
    if (step === '..' && last !== undefined && last !== '..' && last !== '') steps.pop()
    else steps.push(step)
  }
  if (steps.length === 1 && steps[0] === '') return '/'
  return steps.length === 0 ? '.' : steps.join('/')
}

export function fileName(path: string): string {
  const trimmed = trimEndOf(path, '/')
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}
