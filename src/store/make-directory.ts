/** Makes a directory and its parents. `mkdir` with `recursive` does not return if a file system, such as /proc, refuses. */
import { dirname } from 'node:path'

export function makeDirectory(directory: string, mode: number): void {
  if (isDirectory(directory)) return
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above, mode)
  try {
    process.getBuiltinModule('node:fs').mkdirSync(directory, { mode })
  } catch (error) {
    // Another process may have been faster.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return process.getBuiltinModule('node:fs').statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
