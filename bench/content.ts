/** Kinds of content on real outputs: tokens whole, lossless and in their informative pieces, and which facts those still say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { cleanTerminal } from '../src/reduce/clean-terminal.ts'
import type { ContentSource } from '../src/reduce/content/content.ts'
import { contentReader, detectedKind } from '../src/reduce/content/index.ts'
import { sourceOf } from '../src/scan/actions/source-of.ts'
import { countersFor } from '../src/tokens/counters.ts'
import { table } from './evaluation-tables.ts'
import { addFacts, type FactCounts, type FactKind, factKinds, noFacts } from './facts-in-pieces.ts'
import { corpusDirectory, writeResults } from './results.ts'

interface Sums {
  texts: number
  whole: number
  /** Of texts whose kind has a lossless form, and what they take in it. */
  encodable: number
  lossless: number
  encoded: number
  exact: number
  informative: number
  readonly facts: Record<FactKind, FactCounts>
}

interface Output {
  readonly text: string
  readonly source: ContentSource
  /** Kept apart from the outputs of commands. */
  readonly isDocument: boolean
}

const { counter } = countersFor({})

export function benchContent(): void {
  const corpus = corpusDirectory()
  const outputs = corpus === undefined ? [] : [...commandOutputs(corpus), ...documents(corpus)]
  if (outputs.length === 0) return
  const sums = new Map<string, Sums>()
  for (const output of outputs) {
    const content = contentReader(output.text, output.source)
    const name = output.isDocument ? `${content.name}, documents` : content.name
    addOutput(output, [sumsOf(name, sums), sumsOf('all', sums)])
  }
  const rows = [...sums]
    .sort(
      ([one, { whole: a }], [two, { whole: b }]) => Number(one === 'all') - Number(two === 'all') || b - a,
    )
    .map(([content, sum]) => ({ content, ...sum }))
  const columns = ['content', 'texts', 'tokens', 'lossless', 'exact', 'key and useful']
  const lines = rows.map(({ content, texts, whole, facts, ...sum }) => [
    content,
    String(texts),
    whole.toLocaleString('en'),
    share(sum.lossless, sum.encodable),
    sum.encodable === 0 ? '–' : `${sum.exact} of ${sum.encoded}`,
    share(sum.informative, whole),
    ...factKinds.map(kind => share(facts[kind].said, facts[kind].all)),
  ])
  const said = rows.at(-1)?.facts ?? noFacts()
  const counts = factKinds.map(kind => `${said[kind].all.toLocaleString('en')} ${kind}`).join(', ')
  writeResults(
    'content',
    rows,
    table([...columns, ...factKinds], lines, `Distinct facts in each text, added up: ${counts}.`),
  )
}

function* commandOutputs(corpus: string): Generator<Output> {
  const index = join(corpus, 'command-outputs/index.jsonl')
  if (!existsSync(index)) return
  for (const line of readFileSync(index, 'utf8').trim().split('\n')) {
    const { file, command, isError }: { file: string; command: string; isError: boolean } = JSON.parse(line)
    const text = cleanTerminal(readText(join(corpus, file)))
    const call = sourceOf({ name: 'Bash', text: JSON.stringify({ command }) })
    yield { text, source: { role: 'tool', kind: detectedKind(text), ...call, isError }, isDocument: false }
  }
}

function* documents(corpus: string): Generator<Output> {
  const folder = join(corpus, 'json')
  if (!existsSync(folder)) return
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter(name => /\.json(?:\.gz)?$/.test(name))) {
    const text = readText(join(folder, file))
    yield { text, source: { role: 'tool', kind: detectedKind(text) }, isDocument: true }
  }
}

function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function sumsOf(name: string, sums: Map<string, Sums>): Sums {
  const known = sums.get(name) ?? {
    ...{ texts: 0, whole: 0, encodable: 0, lossless: 0, encoded: 0, exact: 0, informative: 0 },
    facts: noFacts(),
  }
  sums.set(name, known)
  return known
}

function addOutput({ text, source }: Output, sums: readonly Sums[]): void {
  const { lossless, ...content } = contentReader(text, source)
  const pieces = content.pieces(text, source)
  const isInformative = pieces.map(({ value }) => value === 'key' || value === 'useful')
  const informative = pieces.filter((_, index) => isInformative[index]).map(piece => piece.text)
  const whole = counter.count(text)
  const summaryTokens = counter.count(informative.join('\n'))
  const encoded = lossless?.encode(text)
  const encodedTokens = encoded === undefined ? whole : counter.count(encoded)
  for (const sum of sums) {
    sum.texts += 1
    sum.whole += whole
    sum.informative += summaryTokens
    addFacts(text, pieces, isInformative, sum.facts)
    if (lossless === undefined) continue
    sum.encodable += whole
    sum.lossless += encodedTokens
    if (encoded === undefined) continue
    sum.encoded += 1
    if (lossless.decode(encoded) === text) sum.exact += 1
  }
}

function share(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`
}

if (process.argv[1] === import.meta.filename) benchContent()
