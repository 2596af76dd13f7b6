/** `npm run docs`: puts `bench/results/NAME.md` between the markers in README and docs, and writes the API reference; `--check` fails where they are stale. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReference } from './api-reference.ts'

const root = join(import.meta.dirname, '..')
const section = /<!-- results: ([a-z-]+) -->\n[\s\S]*?<!-- \/results -->/g

const noResults = 'There are no results yet: `npm run bench:full` writes them.'

/** The text with every section filled from the results of that name. */
export function embedResults(text: string): string {
  return text.replace(section, (_, name: string) => {
    const file = join(root, 'bench/results', `${name}.md`)
    const results = existsSync(file) ? readFileSync(file, 'utf8').trim() : noResults
    return `<!-- results: ${name} -->\n\n${results}\n\n<!-- /results -->`
  })
}

export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(file => file.endsWith('.md'))
    .map(file => `docs/${file}`),
].map(file => join(root, file))

/** Declarations, which `npm run docs` takes from the built types. */
export const reference: string = join(root, 'docs/api.md')

/** The page as it should be. */
function freshPage(page: string): string {
  return page === reference ? apiReference() : embedResults(readFileSync(page, 'utf8'))
}

if (process.argv[1] === import.meta.filename)
  for (const page of new Set([...pages, reference])) {
    const fresh = freshPage(page)
    if (existsSync(page) && fresh === readFileSync(page, 'utf8')) continue
    if (process.argv.includes('--check')) {
      process.stderr.write(`${page} is not up to date: run "npm run docs"\n`)
      process.exitCode = 1
    } else writeFileSync(page, fresh)
  }
