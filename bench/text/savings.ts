/** Tokens saved by each technique on each set of documents, legends counted, and whether every text came back. */
import { table } from '../evaluation-tables.ts'
import { type DocumentSet, documentSets, type SampleDocument } from './documents.ts'
import { counter, forDocuments, type TechniqueName, techniqueNames, techniques } from './techniques.ts'

export interface TechniqueSums {
  after: number
  /** Texts that became longer. */
  grown: number
  encoded: number
  exact: number
}

export interface SetSavings {
  readonly set: DocumentSet
  readonly texts: number
  readonly tokens: number
  readonly techniques: Readonly<Partial<Record<TechniqueName, TechniqueSums>>>
}

export function measureSavings(documents: readonly SampleDocument[]): readonly SetSavings[] {
  return documentSets.flatMap(set => {
    const texts = documents.filter(document => document.set === set).map(({ text }) => text)
    return texts.length === 0 ? [] : [savingsOf(set, texts)]
  })
}

function savingsOf(set: DocumentSet, texts: readonly string[]): SetSavings {
  const asked = techniqueNames.filter(name => /^(?:memory|meetings)/.test(set) || !forDocuments.has(name))
  const sums = Object.fromEntries(
    asked.map((name): [TechniqueName, TechniqueSums] => [name, { after: 0, grown: 0, encoded: 0, exact: 0 }]),
  )
  let tokens = 0
  for (const text of texts) {
    const before = counter.count(text)
    tokens += before
    for (const name of asked) {
      const { after, isExact } = techniques[name](text)
      const sum = sums[name] as TechniqueSums
      sum.after += after
      sum.grown += Number(after > before)
      sum.encoded += Number(isExact !== undefined)
      sum.exact += Number(isExact === true)
    }
  }
  return { set, texts: texts.length, tokens, techniques: sums }
}

export function savingsTable(sets: readonly SetSavings[]): string {
  const rows = sets.map(({ set, texts, tokens, techniques: sums }) => [
    set,
    String(texts),
    tokens.toLocaleString('en'),
    ...techniqueNames.map(name => saved(tokens, sums[name]?.after)),
    roundTrips(sums),
    String(Object.values(sums).reduce((sum, { grown }) => sum + grown, 0)),
  ])
  return table(
    ['documents', 'texts', 'tokens', ...techniqueNames, 'byte-exact', 'grown'],
    rows,
    'Tokens of o200k_base saved, in per cent, with every legend and first line counted. Byte-exact: encodings of all lossless columns that decoded to the byte.',
  )
}

export function saved(before: number, after: number | undefined): string {
  return after === undefined ? '–' : (100 * (1 - after / before)).toFixed(1)
}

function roundTrips(sums: SetSavings['techniques']): string {
  const all = Object.values(sums)
  const total = (of: (sum: TechniqueSums) => number): number => all.reduce((sum, each) => sum + of(each), 0)
  return `${total(({ exact }) => exact)} of ${total(({ encoded }) => encoded)}`
}
