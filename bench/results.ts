/** Where benchmarks find their material and leave their results. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

export const exampleSession: string = join(root, 'examples/session.jsonl')

/** `--corpus DIR`, else the corpus beside the project, else none. */
export function corpusDirectory(): string | undefined {
  const { values } = parseArgs({ options: { corpus: { type: 'string' } }, strict: false })
  const directory = resolve(
    typeof values.corpus === 'string' ? values.corpus : join(root, '../shared/corpus'),
  )
  return existsSync(directory) ? directory : undefined
}

/** What a benchmark that takes long looks at: `--sessions N` of them, none of more than `--tokens N`; without these all. */
export function sample(): { readonly sessions: number; readonly tokens: number } {
  const options = { sessions: { type: 'string' }, tokens: { type: 'string' } } as const
  const { values } = parseArgs({ options, strict: false })
  const limit = (name: keyof typeof options): number => {
    const value = Number(values[name] ?? Number.POSITIVE_INFINITY)
    if (!(value >= 1)) throw new Error(`--${name} is ${values[name]}; it must be a number of at least 1.`)
    return value
  }
  return { sessions: limit('sessions'), tokens: limit('tokens') }
}

/** What a reader of a table must know of its sample: empty where it is all there is. */
export function sampleNote({ tokens }: ReturnType<typeof sample> = sample()): string {
  return Number.isFinite(tokens) ? ` Sessions of at most ${tokens.toLocaleString('en')} tokens.` : ''
}

/** So many of them, evenly spread. */
export function evenly<Item>(items: readonly Item[], maxItems: number): readonly Item[] {
  if (items.length <= maxItems) return items
  return Array.from(
    { length: maxItems },
    (_, index) => items[Math.floor(((index + 0.5) * items.length) / maxItems)] as Item,
  )
}

/** Numbers as `NAME.json`, and the table of them. */
export function writeResults(name: string, data: unknown, markdown: string): void {
  writeFileSync(resultFile(`${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
  writeTable(name, markdown)
}

/** What `writeResults` wrote. */
export function readResults<Data>(name: string): Data {
  return JSON.parse(readFileSync(resultFile(`${name}.json`), 'utf8')) as Data
}

export function writeTable(name: string, markdown: string): void {
  writeFileSync(resultFile(`${name}.md`), `${markdown}\n`)
  process.stdout.write(`\n${name}\n\n${markdown}\n`)
}

function resultFile(name: string): string {
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  return join(directory, name)
}
