/** One request and its answer in numbers: no header, no query, no word of either. */
import type { StepReceipt, Usage } from '../../../session/session.ts'
import type { FormatName } from '../../../types.ts'

export interface Exchange {
  /** When it came, in milliseconds. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  /** Absent where it was no conversation, or passed through on demand. */
  readonly format?: FormatName
  readonly model?: string
  readonly receipt?: StepSummary
  readonly usage?: Usage
  /** How many times the model was answered by the proxy itself. */
  readonly lookups?: number
  readonly notes: readonly string[]
}

/** A receipt without its lists, which a long-running proxy does not keep. */
export type StepSummary = Omit<StepReceipt, 'receipt' | 'shortened' | 'notes' | 'usage'>

export function summaryOf({ receipt, shortened, notes, usage, ...summary }: StepReceipt): StepSummary {
  return summary
}
