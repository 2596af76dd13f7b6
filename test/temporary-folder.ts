/** Keeps temporary files of a run in memory, where there is enough of it: on a disk, stores wait at every transaction. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times what a run has ever held at once. */
const minFreeBytes = 4 * 2 ** 30

/** Whoever sets `TMPDIR` decides where they are. */
export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < minFreeBytes) return undefined
  const folder = mkdtempSync(join(memory, 'fovea-tests-'))
  // Like `/tmp`: a server may run as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize
  } catch {
    return 0
  }
}
