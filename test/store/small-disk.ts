/** A file system of a few megabytes, for what happens when a disk is full. Only root may mount one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly file: string
  /** Leaves this many bytes, with something that is no store. */
  fill(leave: number): void
  /** Removes what `fill` put there. */
  clear(): void
  remove(): void
}

/** `undefined` where none can be mounted. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
  const filler = join(directory, 'filler')
  return {
    file: join(directory, 'store.db'),
    fill(leave) {
      const { bavail, bsize } = statfsSync(directory)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
