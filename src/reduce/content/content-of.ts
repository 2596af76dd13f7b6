/** Every kind of content, the most particular first. A new kind is one file and one line here. */
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
import { Look } from './look.ts'
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

/** Changes where a kind is added in front of the others: what was read before may read differently now. */
export function knownContents(): string {
  return `${contents.length} ${contents[0]?.name}`
}

export function contentOf(text: string, source: Source): Content {
  const isSpoken = source.role !== 'tool' && (source.kind === 'prose' || source.kind === 'markdown')
  const look = new Look(text, source)
  const isTried = (content: Content): boolean =>
    (!isSpoken || content.isSpoken === true) && content.fits(look)
  const first =
    isSpoken || source.path === undefined
      ? undefined
      : contents.find(content => content.isFirstForPaths === true && isTried(content))
  return first ?? contents.find(isTried) ?? lines
}
