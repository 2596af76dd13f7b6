/** `npm run docs`: puts `bench/results/NAME.md` between the markers in README and docs; `--check` fails where they are stale. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

if (process.argv[1] === import.meta.filename)
  for (const page of pages) {
    const text = readFileSync(page, 'utf8')
    const fresh = embedResults(text)
    if (fresh === text) continue
    if (process.argv.includes('--check')) {
      process.stderr.write(`${page} does not show the current results: run "npm run docs"\n`)
      process.exitCode = 1
    } else writeFileSync(page, fresh)
  }
