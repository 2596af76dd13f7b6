/** The one error class of the project: what went wrong, where, and what to do, with a code. */

export type ErrorCode =
  | 'invalid-option'
  | 'unknown-format'
  | 'mixed-formats'
  | 'invalid-transcript'
  | 'file-unreadable'
  | 'file-unwritable'
  | 'unsupported-node'
  | 'invalid-handle'
  | 'ambiguous-handle'
  | 'not-found'
  | 'purged'
  | 'corrupt'
  | 'store-unreadable'
  | 'store-unreachable'
  | 'store-locked'
  | 'store-full'
  | 'store-readonly'
  | 'store-newer'
  | 'store-closed'
  | 'model-failed'
  | 'interrupted'
  | 'internal'
  /** Another process has recorded the same view text for another original. */
  | 'view-taken'

/** The place an error refers to. */
export interface ErrorPlace {
  readonly file?: string
  readonly line?: number
  readonly message?: number
  readonly handle?: string
}

const brand = Symbol.for('fovea.error')

export class FoveaError extends Error {
  override readonly name = 'FoveaError'
  readonly code: ErrorCode
  readonly place: ErrorPlace
  /** With the code `purged`: when and why. */
  readonly tombstone?: Tombstone

  constructor(
    code: ErrorCode,
    message: string,
    details: { place?: ErrorPlace; cause?: unknown; tombstone?: Tombstone } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.place = details.place ?? {}
    if (details.tombstone !== undefined) this.tombstone = details.tombstone
  }

  static {
    Object.defineProperty(FoveaError.prototype, brand, { value: true })
  }

  /** Also works across duplicate copies of the package, where `instanceof` does not. */
  static isInstance(value: unknown): value is FoveaError {
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
  }
}

// This file is loaded first: other files would fail on an old Node with the name of a missing function.
if (!('groupBy' in Map))
  throw new FoveaError(
    'unsupported-node',
    `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}.`,
  )

/** The error for an option with an invalid value. */
export function optionError(message: string): FoveaError {
  return new FoveaError('invalid-option', message)
}

/** The error about a file, or about a store by its address. */
export function errorAtFile(code: ErrorCode, file: string, message: string, cause?: unknown): FoveaError {
  return new FoveaError(code, message, { place: { file }, cause })
}

/** The error for a file that the system refused to read. */
export function unreadableFile(file: string, cause: unknown): FoveaError {
  const why = /^https?:\/\//.test(file)
    ? 'it is an address, not a file; download it first'
    : cause instanceof Error
      ? cause.message
      : String(cause)
  return errorAtFile('file-unreadable', file, `Cannot read ${file === '' ? '""' : file}: ${why}.`, cause)
}

/** Why an original was purged: by its handle, with its session, with everything, or by a retention rule. */
export type PurgeReason = 'handle' | 'session' | 'everything' | 'age' | 'size'

/** What is left of a purged original. */
export interface Tombstone {
  /** Milliseconds since 1970; absent where an older version of Fovea purged it without recording this. */
  readonly at?: number
  readonly reason?: PurgeReason
}
