/** Modules that a hook loads only to shorten or summarize. Most calls end before that. */
export { keepLedgerText, readLedgerOfCompaction, readSessionLedger, takeLedgerText } from './hook-ledger.ts'
export { shortenLongOutput } from './shorten-long-output.ts'
