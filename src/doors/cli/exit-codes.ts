/** The exit codes of the process. */
import { type ErrorCode, FoveaError } from '../../errors.ts'

export const exitCodes = {
  /** Done. */
  ok: 0,
  /** Could not be done: the input, the store or the disk is at fault. */
  failure: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Done, but the budget could not be met; the summary names what prevents it. */
  budget: 3,
  /** The handle names nothing that can be shown: unknown, purged, corrupt or ambiguous. */
  handle: 4,
} as const

export const exitCodesHelp = `Exit codes:
  0  done
  1  could not be done: the input, the store or the disk is at fault; or a search found nothing
  2  the command line is wrong
  3  done, but the budget could not be met
  4  the handle names nothing that can be shown, or some originals could not be brought back`

const handleErrors: readonly ErrorCode[] = [
  'not-found',
  'purged',
  'corrupt',
  'ambiguous-handle',
  'invalid-handle',
]

export function exitCodeOf(error: unknown): number {
  if (!FoveaError.isInstance(error)) return exitCodes.failure
  if (error.code === 'invalid-option') return exitCodes.usage
  return handleErrors.includes(error.code) ? exitCodes.handle : exitCodes.failure
}
