/** Every kind of content. A new kind is one file and one line here. */
import { sampleOf } from '../../scan/kind/content-sample.ts'
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ContentKind } from '../../types.ts'
import { Look } from '../look/look.ts'
import { build } from './build.ts'
import { code, denseCode, numberedCode } from './code.ts'
import type { Content, ContentSource, Detector } from './content.ts'
import { diff } from './diff.ts'
import { encoded } from './encoded.ts'
import { file } from './file.ts'
import { git } from './git.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { lines } from './lines.ts'
import { listing } from './listing.ts'
import { jsonLog, log } from './log.ts'
import { markdown } from './markdown.ts'
import { packageManager } from './package-manager.ts'
import { prose } from './prose.ts'
import { search } from './search.ts'
import { stackTrace } from './stack-trace.ts'
import { table } from './table.ts'
import { testRun } from './test-run.ts'

/** In the order in which they are tried, the most specific first. */
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

/**
 * In the order in which they are tried on a sample, the most certain first. Kinds that are only in `contents` come before
 * these.
 */
const detectors: readonly Detector[] = [
  numberedCode,
  diff,
  jsonLog,
  json,
  encoded,
  testRun,
  stackTrace,
  build,
  search,
  log,
  listing,
  html,
  table,
  denseCode,
  markdown,
  code,
  prose,
]

/** Changes when a kind is added: cached readings may be different then. */
export function knownContents(): string {
  return `${contents.length} ${contents[0]?.name}`
}

const kindOnce = rememberedByKey<ContentKind>({ name: 'kind' })

/** The kind of a text, by a bounded sample: a huge text costs no more than a page. */
export function contentKind(text: string): ContentKind {
  return kindOnce(text, knownContents, () => {
    const sample = sampleOf(text)
    if (sample.lines.length === 0) return 'other'
    const isDetected = (kind: Detector): boolean => kind.detect?.(sample) === true
    const added = contents.find(content => !detectors.includes(content) && isDetected(content))
    return (added ?? detectors.find(isDetected))?.name ?? 'other'
  })
}

/** The kind of content that reads a text, by the text and its source. */
export function contentOf(text: string, source: ContentSource): Content {
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
