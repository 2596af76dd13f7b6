/** One line for the log. */
import type { Exchange } from './exchange.ts'

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
  if (lookups !== undefined) parts.push(`${lookups} lookup${lookups === 1 ? '' : 's'}`)
  // A path and a model are the client's words: nothing in them may move the terminal.
  return [...parts, ...notes].join(' · ').replace(/[\p{Cc}\p{Cf}]/gu, '?')
}
