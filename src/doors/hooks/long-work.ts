/** What a hook loads when there is something to shorten or to summarize. Most calls end before that. */
export { keepLedgerText, readLedgerOfCompaction, readSessionLedger, takeLedgerText } from './hook-ledger.ts'
export { shortenLongOutput } from './shorten-long-output.ts'
