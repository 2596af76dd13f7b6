/** Allows one writer at a time: a lock file contains the id of the process that holds it. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorAtFile, FoveaError } from '../../errors.ts'

/** Takes over the lock of a process that no longer exists. Throws `file-unwritable` if another one holds it. */
export function withFileLock<Result>(lock: string, work: () => Result): Result {
  takeLock(lock, true)
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string, mayRetry: boolean): void {
  try {
    mkdirSync(dirname(lock), { recursive: true })
    writeNew(lock, String(process.pid))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw errorAtFile(
        'file-unwritable',
        lock,
        `Cannot write ${lock}: ${(cause as Error).message}. Nothing was changed.`,
        cause,
      )
    const holder = Number(readFileSync(lock, 'utf8'))
    if (!mayRetry || isRunning(holder))
      throw new FoveaError(
        'file-unwritable',
        `${holder > 0 ? `Process ${holder}` : 'Another process'} is writing here; try again when it is done. Where there is none, remove ${lock}.`,
        { place: { file: lock } },
      )
    rmSync(lock, { force: true })
    takeLock(lock, false)
  }
}

/** Throws `EEXIST` if the file exists; a file that cannot be written completely is removed. */
function writeNew(file: string, content: string): void {
  const descriptor = openSync(file, 'wx')
  try {
    writeSync(descriptor, content)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function isRunning(id: number): boolean {
  // Not written yet: another process has just taken it.
  if (!Number.isInteger(id) || id <= 0) return true
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
