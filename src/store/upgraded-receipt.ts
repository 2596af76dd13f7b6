/** A receipt that an earlier version stored, in the words of this one. */
import type { ContextPressure, Receipt } from '../types.ts'

/** In version 1 the tokens of system text and tools were called `beside`. */
type OldPressure = Omit<ContextPressure, 'systemAndToolTokens'> & { readonly beside: number }

export function upgradedReceipt(receipt: Omit<Receipt, 'version'> & { readonly version: number }): Receipt {
  const { auto } = receipt
  if (receipt.version !== 1 || auto?.pressure === undefined) return { ...receipt, version: 2 }
  const { beside: systemAndToolTokens, ...pressure } = auto.pressure as unknown as OldPressure
  return { ...receipt, version: 2, auto: { ...auto, pressure: { ...pressure, systemAndToolTokens } } }
}
