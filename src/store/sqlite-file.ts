/** The file of a store, before SQLite sees it: its place, its permissions, and whether it can be a store at all. */
import { chmodSync, closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ErrorCode, FoveaError } from '../errors.ts'
import { makeDirectory } from './make-directory.ts'
import { fileError } from './sqlite-error.ts'
import { checkVersion } from './sqlite-schema.ts'

const signature = 'SQLite format 3\0'
const headerBytes = 100

/** Creates an empty file for its owner alone where there is none; leaves alone, and throws, what cannot be a store. */
export function claimFile(file: string): void {
  const stats = attempt(file, 'store-unreadable', () => statSync(file, { throwIfNoEntry: false }))
  if (stats === undefined) attempt(file, 'store-readonly', () => createFile(file))
  else attempt(file, 'store-unreadable', () => checkFile(file, stats))
}

function attempt<Result>(file: string, denied: ErrorCode, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw FoveaError.isInstance(error) ? error : fileError(error, file, denied)
  }
}

function createFile(file: string): void {
  makeDirectory(dirname(file), 0o700)
  // SQLite gives its -wal and -shm files the permissions of this one.
  closeSync(openSync(file, 'a', 0o600))
}

function checkFile(file: string, stats: Stats): void {
  if (!stats.isFile())
    throw new FoveaError(
      'store-unreadable',
      `The store ${file} is ${stats.isDirectory() ? 'a directory' : 'not a regular file'}; name a file.`,
      { place: { file } },
    )
  if (stats.size === 0) return
  const header = Buffer.alloc(headerBytes)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, headerBytes, 0)
  } finally {
    closeSync(descriptor)
  }
  if (header.toString('latin1', 0, signature.length) !== signature)
    throw new FoveaError('store-unreadable', `${file} is not a Fovea store; it was left as it is.`, {
      place: { file },
    })
  // Offsets of the file format. A store killed in its first moments has both in its log only, and 0 here.
  checkVersion(file, header.readUInt32BE(68), header.readUInt32BE(60), false)
}

/** A store that was copied or restored may have come with wider permissions. */
export function closeToOthers(file: string): void {
  try {
    const { mode } = statSync(file)
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700)
  } catch {
    // Not ours to change: whoever owns the file decides who reads it.
  }
}
