/** A short conversation with one rule, which a ledger has to repeat. */

export const sampleSession = 'fovea-hook-test'
export const sampleTime = '2026-01-01T00:00:00.000Z'
export const sampleRequest = 'Fix the login form. Never touch the file legacy/session.ts.'
export const sampleAnswer = 'I will look at the form first.'
/** What the ledger has to contain. */
export const sampleRule = 'legacy/session.ts'

export function jsonLines(...records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}
