/** Errors that pass from one thread to another as plain data. */
import { type ErrorCode, type ErrorPlace, FoveaError, type Tombstone } from '../errors.ts'

export interface CarriedError {
  readonly message: string
  readonly code?: ErrorCode
  readonly place?: ErrorPlace
  readonly tombstone?: Tombstone
}

export function carried(error: unknown): CarriedError {
  const { message } = error as Error
  if (!FoveaError.isInstance(error)) return { message: String(message) }
  const { code, place, tombstone } = error
  return { message, code, place, ...(tombstone === undefined ? {} : { tombstone }) }
}

export function arrived({ code, message, ...details }: CarriedError): Error {
  return code === undefined ? new Error(message) : new FoveaError(code, message, details)
}
