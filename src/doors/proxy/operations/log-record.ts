/** One request as a line of JSON for whatever collects logs: numbers and names, no header, no query, no body. */
import type { Exchange } from '../status/exchange.ts'

export function logRecord({ at, method, path, status, milliseconds, ...facts }: Exchange): string {
  const { format, model, receipt, usage, lookups, notes } = facts
  return JSON.stringify({
    time: new Date(at).toISOString(),
    level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
    message: 'request',
    method,
    path,
    status,
    milliseconds,
    ...(format === undefined ? {} : { format }),
    ...(model === undefined ? {} : { model }),
    ...(receipt === undefined
      ? {}
      : {
          session: receipt.session,
          action: receipt.action,
          tokensGiven: receipt.tokens.given,
          tokensSent: receipt.tokens.sent,
        }),
    ...(usage === undefined ? {} : { inputTokens: usage.inputTokens, cachedTokens: usage.cachedTokens }),
    ...(lookups === undefined ? {} : { lookups }),
    ...(notes.length === 0 ? {} : { notes }),
  })
}
