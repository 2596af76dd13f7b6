/** The kind of a text by a bounded sample of it: a huge text costs no more than a page. */
import { sampleOf } from '../../scan/kind/content-sample.ts'
import type { ContentKind } from '../../types.ts'
import { contents } from './content-of.ts'

export function contentKind(text: string): ContentKind {
  const sample = sampleOf(text)
  if (sample.lines.length === 0) return 'other'
  const detectors = contents.flatMap(({ name, detectors = [] }) =>
    detectors.map(({ rank, test }) => ({ rank, test, name })),
  )
  detectors.sort((one, other) => one.rank - other.rank)
  return detectors.find(({ test }) => test(sample))?.name ?? 'other'
}
