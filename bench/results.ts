/** Where benchmarks find their material and leave their results. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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

/** `--sessions N`: how many sessions a benchmark that takes long looks at; without it all. */
export function sampleSize(): number {
  const { values } = parseArgs({ options: { sessions: { type: 'string' } }, strict: false })
  const size = Number(values.sessions ?? Number.POSITIVE_INFINITY)
  if (!(size >= 1)) throw new Error(`--sessions is ${values.sessions}; it must be a number of at least 1.`)
  return size
}

/** So many of them, evenly spread. */
export function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  return Array.from(
    { length: most },
    (_, index) => items[Math.floor(((index + 0.5) * items.length) / most)] as Item,
  )
}

/** Numbers as `NAME.json`, and the table of them. */
export function writeResults(name: string, data: unknown, markdown: string): void {
  writeFileSync(resultFile(`${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
  writeTable(name, markdown)
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
