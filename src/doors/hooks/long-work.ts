/** What a hook loads when there is something to shorten or to summarize. Most calls end before that. */
export { keepLedgerText, readLedger, readLedgerOfCompaction, takeLedgerText } from './hook-ledger.ts'
export { shortenLongOutput } from './shorten-long-output.ts'
