/** An error in one sentence; the stack only for unexpected errors, and only on request. */
import { FoveaError } from '../../errors.ts'

/** Safe for a terminal: a file name may hold control characters, which are written as `\r` and `\x1b`. */
export function describeError(error: unknown): string {
  return sentenceOf(error).replace(/[^\P{Cc}\n\t]/gu, character =>
    character === '\r' ? '\\r' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

function sentenceOf(error: unknown): string {
  if (FoveaError.isInstance(error)) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return error.message
  if (process.env['FOVEA_DEBUG']) return `${error.stack}`
  if (error instanceof RangeError && /call stack|string length/.test(error.message))
    return `The input is nested too deeply, or too large, to be worked on: ${error.message}.`
  return `unexpected: ${error.message} (FOVEA_DEBUG=1 shows where)`
}
