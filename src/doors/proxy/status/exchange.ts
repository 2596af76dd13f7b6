/** One request and its answer in numbers, without headers, query or content. */
import { counted } from '../../../reduce/pieces/counted.ts'
import type { StepReceipt, Usage } from '../../../session/session.ts'
import type { FormatName } from '../../../types.ts'

export interface Exchange {
  /** The time of its arrival, in milliseconds. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  /** Absent if it was not a conversation, or was passed through on request. */
  readonly format?: FormatName
  readonly model?: string
  readonly receipt?: StepSummary
  readonly usage?: Usage
  /** How many times the proxy itself answered the model. */
  readonly lookups?: number
  readonly notes: readonly string[]
}

/** A receipt without its lists, which a long-running proxy does not keep. */
export type StepSummary = Omit<StepReceipt, 'receipt' | 'shortened' | 'notes' | 'usage'>

export function summaryOf({ receipt, shortened, notes, usage, ...summary }: StepReceipt): StepSummary {
  return summary
}

/** `POST /v1/messages 200 1.2 s · claude-opus-4 · 120,331 → 44,120 tokens, epoch · 2 lookups` */
export function describeExchange({ method, path, status, milliseconds, ...facts }: Exchange): string {
  const { model, receipt, lookups, notes } = facts
  const parts = [`${method} ${path} ${status} ${(milliseconds / 1000).toFixed(1)} s`]
  if (model !== undefined) parts.push(model)
  if (receipt !== undefined) {
    const { given, sent } = receipt.tokens
    parts.push(`${given.toLocaleString('en-US')} → ${sent.toLocaleString('en-US')} tokens, ${receipt.action}`)
  }
  if (receipt?.writer !== undefined && receipt.writer.calls > 0)
    parts.push(
      `note ${receipt.writer.input.toLocaleString('en-US')} → ${receipt.writer.output.toLocaleString('en-US')} tokens`,
    )
  if (lookups !== undefined) parts.push(counted(lookups, 'lookup'))
  // The path and the model come from the client: they must not contain control characters for the terminal.
  return [...parts, ...notes].join(' · ').replace(/[\p{Cc}\p{Cf}]/gu, '?')
}

/** One request as a line of JSON for log collectors: numbers and names, no header, no query, no body. */
export function logRecord({ at, method, path, status, milliseconds, ...facts }: Exchange): string {
  const { format, model, receipt, usage, lookups, notes } = facts
  // Members that are undefined are left out.
  return JSON.stringify({
    time: new Date(at).toISOString(),
    level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
    message: 'request',
    method,
    path,
    status,
    milliseconds,
    format,
    model,
    session: receipt?.session,
    action: receipt?.action,
    tokensGiven: receipt?.tokens.given,
    tokensSent: receipt?.tokens.sent,
    inputTokens: usage?.inputTokens,
    cachedTokens: usage?.cachedTokens,
    lookups,
    notes: notes.length === 0 ? undefined : notes,
  })
}
