/**
 * `npm run docs`: puts `bench/results/NAME.md` between the markers in README and docs, draws the pictures, and writes the
 * API reference; `--check` fails where they are stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiReference } from './api-reference.ts'
import { epochChart, sentRequests } from './front/epoch-chart.ts'
import { examChart } from './front/exam-chart.ts'
import { exampleCompression, exampleObservation } from './front/example-outputs.ts'
import { overviewTable } from './front/overview-table.ts'
import { themes } from './front/svg.ts'
import { picturedView, viewPicture } from './front/view-picture.ts'

const root = join(import.meta.dirname, '..')
const section = /<!-- results: ([a-z-]+) -->\n[\s\S]*?<!-- \/results -->/g

const noResults = 'There are no results yet: `npm run bench:full` writes them.'

/** Sections that are not kept in a file. */
const made: Readonly<Record<string, () => string>> = {
  overview: overviewTable,
  'example-compression': exampleCompression,
  'example-observation': exampleObservation,
}

/** The text with every section filled from the results of that name. */
export function embedResults(text: string): string {
  return text.replace(section, (_, name: string) => {
    const file = join(root, 'bench/results', `${name}.md`)
    const results = made[name]?.() ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : noResults)
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

/** Each file of `docs/pictures` as it should be. */
export async function pictures(): Promise<ReadonlyMap<string, string>> {
  const view = await picturedView()
  const requests = await sentRequests()
  const draw = {
    exam: examChart,
    view: viewPicture.bind(undefined, view),
    epochs: epochChart.bind(undefined, requests),
  }
  return new Map(
    themes.flatMap(theme =>
      Object.entries(draw).map(([name, picture]) => [
        join(root, `docs/pictures/${name}-${theme.name}.svg`),
        picture(theme),
      ]),
    ),
  )
}

if (process.argv[1] === import.meta.filename) {
  const texts = [...new Set([...pages, reference])].map(page => [page, freshPage(page)] as const)
  for (const [page, fresh] of [...texts, ...(await pictures())]) {
    if (existsSync(page) && fresh === readFileSync(page, 'utf8')) continue
    if (process.argv.includes('--check')) {
      process.stderr.write(`${page} is not up to date: run "npm run docs"\n`)
      process.exitCode = 1
    } else {
      mkdirSync(dirname(page), { recursive: true })
      writeFileSync(page, fresh)
    }
  }
}
