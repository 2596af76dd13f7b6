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

export function writeResults(name: string, data: unknown, markdown: string): void {
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(join(directory, `${name}.md`), `${markdown}\n`)
  process.stdout.write(`\n${name}\n\n${markdown}\n`)
}
