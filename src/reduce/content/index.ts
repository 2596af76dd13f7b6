/** Every kind of content: how its texts are recognised and cut into pieces. A new kind is one file and one line here. */
import { sampleOf } from '../../scan/kind/content-sample.ts'
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ContentKind } from '../../types.ts'
import { SourcedText } from '../sourced-text/sourced-text.ts'
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

/** In the order in which they are tried, the most specific first. Those without `detect` only read texts, and are no detected kind. */
export const contentReaders: readonly Content[] = [
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
 * In the order in which they are tried on a sample, the most certain first. A kind needs a line here only where others have to be
 * tried before it: kinds that are only in `contentReaders` come before all of these.
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
export function knownReaders(): string {
  return `${contentReaders.length} ${contentReaders[0]?.name}`
}

const kindOnce = rememberedByKey<ContentKind>({ name: 'kind' })

/** The kind that the text alone shows, by `detect`. A bounded sample: a huge text costs no more than a page. */
export function detectedKind(text: string): ContentKind {
  return kindOnce(text, knownReaders, () => {
    const sample = sampleOf(text)
    if (sample.lines.length === 0) return 'other'
    const isDetected = (kind: Detector): boolean => kind.detect?.(sample) === true
    const added = contentReaders.find(content => !detectors.includes(content) && isDetected(content))
    return (added ?? detectors.find(isDetected))?.name ?? 'other'
  })
}

/** What cuts a text, by `fits`, which also looks at its source: its name may differ from the detected kind. */
export function contentReader(text: string, source: ContentSource): Content {
  const isSpoken = source.role !== 'tool' && (source.kind === 'prose' || source.kind === 'markdown')
  const sourced = new SourcedText(text, source)
  const isTried = (content: Content): boolean =>
    (!isSpoken || content.isSpoken === true) && content.fits(sourced)
  const first =
    isSpoken || source.path === undefined
      ? undefined
      : contentReaders.find(content => content.isFirstForPaths === true && isTried(content))
  return first ?? contentReaders.find(isTried) ?? lines
}
