/** A long output with one error in the middle, and a command that prints the same and fails. */

/** Must stay in the shortened output. */
export const sampleError = 'ERROR connect ECONNREFUSED 10.0.0.7:5432'
export const sampleExitCode = 3

/** Several times longer than the limit of a hook. */
export function sampleOutput(maxTokens: number): string {
  const lines = Array.from(
    { length: maxTokens },
    (_, index) => `step ${index}: 200 GET /items/${index} in 12 ms`,
  )
  lines.splice(lines.length / 2, 0, sampleError)
  return `${lines.join('\n')}\n`
}

/** For any POSIX shell; without quotes of its own, so that a host may quote it. */
export function sampleCommand(maxTokens: number): string {
  const half = Math.floor(maxTokens / 2)
  const step = 'print "step " i ": 200 GET /items/" i " in 12 ms"'
  return `awk 'BEGIN { for (i = 0; i < ${maxTokens}; i++) { if (i == ${half}) print "${sampleError}"; ${step} } exit ${sampleExitCode} }'`
}

/** A short conversation with one rule, which a ledger must repeat. */
export const sampleSession = 'fovea-hook-test'
export const sampleTime = '2026-01-01T00:00:00.000Z'
export const sampleRequest = 'Fix the login form. Never touch the file legacy/session.ts.'
export const sampleAnswer = 'I will look at the form first.'
/** A text that the ledger must contain. */
export const sampleRule = 'legacy/session.ts'

export function jsonLines(...records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}
