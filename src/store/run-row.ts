/** Rows of runs and sessions in our databases, and how they are read. */
import { FoveaError } from '../errors.ts'
import type { ContextPressure, Receipt } from '../receipt.ts'
import type { RecordedReceipt, SessionInfo } from './store.ts'

export interface RunRow {
  readonly id: number
  readonly session: string | null
  readonly receipt: string | null
}

export type SessionRow = Readonly<Record<'format' | 'agent' | 'model', string | null>>

export function tokensSaved(receipt: Receipt | undefined): number {
  return receipt === undefined ? 0 : receipt.tokens.before.tokens - receipt.tokens.after.tokens
}

/** Throws `corrupt` if the receipt is damaged. */
export function recordedReceipt({ id, session, receipt }: RunRow): RecordedReceipt {
  return { run: id, ...(session === null ? {} : { session }), receipt: readReceipt(id, receipt ?? '') }
}

function readReceipt(run: number, receipt: string): Receipt {
  try {
    return upgradedReceipt(JSON.parse(receipt))
  } catch (cause) {
    throw new FoveaError('corrupt', `The receipt of run ${run} is damaged.`, { cause })
  }
}

export function sessionInfo(id: string, { format, agent, model }: SessionRow): SessionInfo {
  const known = Object.entries({ format, agent, model }).filter(([, value]) => value !== null)
  return { id, ...Object.fromEntries(known) }
}

/** In version 1 the tokens of system text and tools were called `beside`. */
type OldPressure = Omit<ContextPressure, 'systemAndToolTokens'> & { readonly beside: number }

/** A receipt that an earlier version stored, converted to this version. */
function upgradedReceipt(receipt: Omit<Receipt, 'version'> & { readonly version: number }): Receipt {
  const { auto } = receipt
  if (receipt.version !== 1 || auto?.pressure === undefined) return { ...receipt, version: 2 }
  const { beside: systemAndToolTokens, ...pressure } = auto.pressure as unknown as OldPressure
  return { ...receipt, version: 2, auto: { ...auto, pressure: { ...pressure, systemAndToolTokens } } }
}
