/** The kind of a text by a bounded sample of it: a huge text costs no more than a page. */
import { sampleOf } from '../../scan/kind/content-sample.ts'
import type { ContentKind } from '../../types.ts'
import { contents } from './content-of.ts'

export function contentKind(text: string): ContentKind {
  const sample = sampleOf(text)
  if (sample.lines.length === 0) return 'other'
  ranked ??= rankedDetectors()
  return ranked.find(({ test }) => test(sample))?.name ?? 'other'
}

/** Made by the first use: the list of contents may not be complete while modules are loaded. */
let ranked: ReturnType<typeof rankedDetectors> | undefined

function rankedDetectors() {
  return contents
    .flatMap(({ name, detectors = [] }) => detectors.map(({ rank, test }) => ({ rank, test, name })))
    .sort((one, other) => one.rank - other.rank)
}
