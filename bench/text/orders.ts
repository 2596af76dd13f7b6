/** Which order of the lossless layers saves most, and whether one codebook for several documents pays. */
import { buildCodebook } from '../../src/tools/documents/build-codebook.ts'
import { writeCodebook } from '../../src/tools/documents/codebook.ts'
import type { Layer } from '../../src/tools/documents/codec.ts'
import { constantColumns } from '../../src/tools/documents/constant-columns.ts'
import { encodeInOrder, encodeText, textLayers } from '../../src/tools/documents/encode-text.ts'
import { enumerations } from '../../src/tools/documents/enumerations.ts'
import { repeatedLines } from '../../src/tools/documents/repeated-lines.ts'
import { shortForms } from '../../src/tools/documents/short-forms.ts'
import { table } from '../evaluation-tables.ts'
import { documentSets, type SampleDocument } from './documents.ts'
import { saved } from './savings.ts'
import { counter } from './techniques.ts'

const orders: Readonly<Record<string, readonly Layer[]>> = {
  'dictionary, then runs': textLayers,
  'runs, then dictionary': [repeatedLines, constantColumns, enumerations, shortForms],
  'lines, dictionary, other runs': [repeatedLines, shortForms, constantColumns, enumerations],
}

export interface OrderSavings {
  readonly set: string
  readonly tokens: number
  readonly after: Readonly<Record<string, number>>
}

export function measureOrders(documents: readonly SampleDocument[]): readonly OrderSavings[] {
  return documentSets.flatMap(set => {
    const texts = documents.filter(document => document.set === set).map(({ text }) => text)
    if (texts.length === 0) return []
    const tokens = texts.reduce((sum, text) => sum + counter.count(text), 0)
    const after = Object.fromEntries(
      Object.entries(orders).map(([name, layers]) => [
        name,
        texts.reduce((sum, text) => sum + encodeInOrder(layers, text, { counter }).tokens.after, 0),
      ]),
    )
    return [{ set, tokens, after }]
  })
}

export function orderTable(savings: readonly OrderSavings[]): string {
  const names = Object.keys(orders)
  return table(
    ['documents', ...names],
    savings.map(({ set, tokens, after }) => [
      set,
      ...names.map(name => (100 * (1 - (after[name] ?? tokens) / tokens)).toFixed(2)),
    ]),
    'Tokens saved, in per cent, by the order in which the lossless layers are taken.',
  )
}

export interface SharedBook {
  readonly workspace: string
  readonly documents: number
  readonly tokens: number
  readonly apart: number
  /** With one codebook, its own file counted. */
  readonly together: number
}

/** Repositories with several memory files; a name is `owner__repository__path`. */
export function measureSharedBooks(documents: readonly SampleDocument[]): readonly SharedBook[] {
  const memory = documents.filter(({ set, name }) => set.startsWith('memory') && name.includes('__'))
  const byRepository = Map.groupBy(memory, ({ name }) => name.split('__').slice(0, 2).join('/'))
  return [...byRepository]
    .filter(([, files]) => files.length >= 3)
    .map(([, files], at) => {
      const texts = files.map(({ text }) => text)
      const codebook = buildCodebook(texts, { counter })
      const sum = (of: (text: string) => number): number => texts.reduce((total, text) => total + of(text), 0)
      return {
        workspace: `workspace ${at + 1}`,
        documents: texts.length,
        tokens: sum(text => counter.count(text)),
        apart: sum(text => encodeText(text, { counter }).tokens.after),
        together:
          sum(text => encodeText(text, { counter, codebook }).tokens.after) +
          counter.count(writeCodebook(codebook)),
      }
    })
}

export function sharedBookTable(books: readonly SharedBook[]): string {
  const total = (of: (book: SharedBook) => number): number => books.reduce((sum, book) => sum + of(book), 0)
  const all = {
    workspace: 'all',
    documents: total(({ documents }) => documents),
    tokens: total(({ tokens }) => tokens),
    apart: total(({ apart }) => apart),
    together: total(({ together }) => together),
  }
  return table(
    ['workspace', 'documents', 'tokens', 'a legend in each', 'one codebook'],
    [...books, all].map(({ workspace, documents, tokens, apart, together }) => [
      workspace,
      String(documents),
      tokens.toLocaleString('en'),
      saved(tokens, apart),
      saved(tokens, together),
    ]),
    'Tokens saved, in per cent; the codebook is read once, as JSON, and counted.',
  )
}
