/** Translates errors of SQLite into ours. */
import { type ErrorCode, FoveaError } from '../../errors.ts'

/** Advice for a damaged store. */
export const whenDamaged =
  'Restore it from a backup, or name another store; "fovea store export" saves what can still be read'

/** By SQLite's primary result code. */
const meanings: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  3: ['store-readonly', 'may not be written by you'],
  5: ['store-locked', 'is locked by another process; try again when it is done'],
  6: ['store-locked', 'is locked by another reader of this process; try again when it is done'],
  8: ['store-readonly', 'is read-only; what it holds can be read, but nothing can be added or purged'],
  10: ['store-unreadable', 'could not be read or written by the operating system'],
  11: ['store-unreadable', `is damaged; it was left as it is. ${whenDamaged}`],
  13: ['store-full', 'is full, or its disk is; nothing was stored or lost'],
  14: ['store-unreadable', 'could not be opened'],
  15: ['store-locked', 'is locked by another process; try again when it is done'],
  18: ['store-full', 'cannot hold an original this large; nothing was stored'],
  26: ['store-unreadable', 'is not a Fovea store; it was left as it is'],
}

/** Any error from the store in `file`. */
export function sqliteError(error: unknown, file: string): FoveaError {
  if (FoveaError.isInstance(error)) return error
  const result = (error as { errcode?: unknown } | null | undefined)?.errcode
  const why = error instanceof Error ? error.message : String(error)
  // Extended result codes carry the primary one in their low byte.
  const [code, meaning] = (typeof result === 'number' ? meanings[result & 0xff] : undefined) ?? [
    'internal',
    'failed',
  ]
  return new FoveaError(code, `The store ${file} ${meaning} (${why}).`, { place: { file }, cause: error })
}

/** An error of the file system; `denied` is the code for missing permissions. */
export function fileError(cause: unknown, file: string, denied: ErrorCode): FoveaError {
  const { code, message } = cause as NodeJS.ErrnoException
  const details = { place: { file }, cause }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new FoveaError(
      denied,
      `You may not open or create the store ${file} (${message}); name another store.`,
      details,
    )
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new FoveaError('store-full', `There is no room for the store ${file} (${message}).`, details)
  return new FoveaError('store-unreadable', `The store ${file} cannot be opened (${message}).`, details)
}

/** Whether pages of the file cannot be read. */
export function isDamage(error: unknown): error is FoveaError {
  return FoveaError.isInstance(error) && error.code === 'store-unreadable'
}
