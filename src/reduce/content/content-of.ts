/** The registry: which kind of content a text is. The first that fits, the most particular first. */
import { build } from './build.ts'
import { code } from './code.ts'
import type { Content, Source } from './content.ts'
import { diff } from './diff.ts'
import { encoded } from './encoded.ts'
import { file } from './file.ts'
import { git } from './git.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { lines } from './lines.ts'
import { listing } from './listing.ts'
import { log } from './log.ts'
import { markdown } from './markdown.ts'
import { packageManager } from './package-manager.ts'
import { prose } from './prose.ts'
import { search } from './search.ts'
import { stackTrace } from './stack-trace.ts'
import { table } from './table.ts'
import { testRun } from './test-run.ts'

export const contents: readonly Content[] = [
  encoded,
  diff,
  testRun,
  build,
  packageManager,
  git,
  log,
  json,
  search,
  listing,
  file,
  stackTrace,
  table,
  html,
  code,
  markdown,
  prose,
  lines,
]

/** What shows a path is first of all a file; one with line numbers is told without a look at its kind. */
const ofPath: readonly Content[] = [file, ...contents]

/** What people and models say is seldom what a program printed. */
const spoken: readonly Content[] = [markdown, prose, lines]

export function contentOf(text: string, source: Source): Content {
  return candidatesFor(source).find(content => content.fits(text, source)) ?? lines
}

function candidatesFor(source: Source): readonly Content[] {
  if (source.role !== 'tool' && (source.kind === 'prose' || source.kind === 'markdown')) return spoken
  return source.path === undefined ? contents : ofPath
}
