/** Ledgers: what must not fade, read from a conversation, merged by union, shown as markdown. `fovea/ledger`. */

export {
  createLedger,
  type LedgerOptions,
  type WriteLedgerOptions,
  type WrittenLedger,
  writeLedger,
} from './create-ledger.ts'
export type {
  Fact,
  FactKind,
  Ledger,
  Row,
  SectionName,
  Source,
} from './ledger.ts'
export { type LedgerJson, ledgerJson, readLedger } from './ledger-json.ts'
export type { CustomSection } from './ledger-of-messages.ts'
export { parseLedger } from './markdown/parse-ledger.ts'
export { type RenderedLedger, type RenderOptions, renderLedger } from './markdown/render-ledger.ts'
export { mergeLedgers } from './merge-ledgers.ts'
