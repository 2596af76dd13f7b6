/** The ledger: what must not fade, read from a conversation, merged by union, shown as markdown. */

export {
  type Fact,
  type FactKind,
  type Ledger,
  type Row,
  type SectionName,
  type Source,
  sectionTitles,
} from './ledger.ts'
export {
  type CustomSection,
  type LedgerOptions,
  ledgerOfMessages as createLedger,
} from './ledger-of-messages.ts'
export { parseLedger } from './markdown/parse-ledger.ts'
export {
  defaultCaps,
  type RenderedLedger,
  type RenderOptions,
  renderLedger,
} from './markdown/render-ledger.ts'
export { mergeLedgers } from './merge-ledgers.ts'
export { proseLedger } from './prose-ledger.ts'
export {
  type LedgerSpan,
  ledgerOriginal,
  type StoredLedger,
  sourceOriginals,
  storedLedgerIn,
} from './stored-ledger.ts'
