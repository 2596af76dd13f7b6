/** What a text is, by what it is: told from a bounded look, so that a huge text costs no more than a page. */
import type { ContentKind } from '../../types.ts'
import { contentDetectors } from './content-detectors.ts'
import { sampleOf } from './content-sample.ts'

export function contentKind(text: string): ContentKind {
  const sample = sampleOf(text)
  if (sample.lines.length === 0) return 'other'
  return contentDetectors.find(({ test }) => test(sample))?.kind ?? 'other'
}
