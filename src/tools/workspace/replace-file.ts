/** Writes files completely or not at all: to a temporary file beside them, flushed to disk, then renamed. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorAtFile, type FoveaError } from '../../errors.ts'
import { hashBytes } from '../../tokens/hash.ts'

/** Keeps permissions and owner. Throws `file-unwritable` and leaves the file if it does not have the expected hash. */
export function replaceFile(file: string, bytes: Uint8Array, expected: string): void {
  const stats = statsOf(file)
  if (stats === undefined || !stats.isFile()) throw unwritable(file, 'it is not a file any more')
  if ((stats.mode & 0o222) === 0) throw unwritable(file, 'it is read-only')
  if (hashBytes(readFileSync(file)) !== expected) throw unwritable(file, 'it was changed in the meantime')
  write(file, bytes, stats)
}

/** Writes a file that may or may not exist. */
export function putFile(file: string, content: string | Uint8Array): void {
  write(file, content, statsOf(file))
}

function write(file: string, content: string | Uint8Array, stats: Stats | undefined): void {
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  try {
    const descriptor = openSync(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      writeFileSync(descriptor, content)
      if (stats !== undefined) keepOwner(descriptor, stats)
      fchmodSync(descriptor, stats === undefined ? 0o666 & ~process.umask() : stats.mode & 0o7777)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(unfinished, file)
    flushFolder(dirname(file))
  } catch (cause) {
    rmSync(unfinished, { force: true })
    throw unwritable(file, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function statsOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false })
}

/** Only a privileged process may give a file to another user; for others the file is or becomes their own. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === uid && process.getgid?.() === gid) return
  try {
    fchownSync(descriptor, uid, gid)
  } catch {}
}

/** So that the new name survives a power loss; not every system supports it. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, constants.O_RDONLY)
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {}
}

function unwritable(file: string, why: string, cause?: unknown): FoveaError {
  return errorAtFile('file-unwritable', file, `Cannot write ${file}: ${why}. It was left as it is.`, cause)
}
