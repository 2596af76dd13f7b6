/** Which messages of a view stay, how they are told, and what that costs before anything of the digests is shown. */

import type { DigestSpan } from '../../view/digests.ts'
import { type Layout, layoutOf } from '../../view/layout.ts'
import type { SpanDesk } from '../../view/view-context.ts'
import { type KeptForm, type KeptForms, savedBy } from './block-rewrites.ts'
import { renderDigest } from './digest/render-digest.ts'

export interface LaidView extends Layout {
  readonly digests: readonly DigestSpan[]
  /** How the messages that stay are told shorter. */
  readonly forms: readonly KeptForm[]
  readonly bareTokens: number
}

export function laidView(desk: SpanDesk, keptForms: KeptForms, tailRoom: number, isRecoded = true): LaidView {
  const { conversation, settings, groups, messageTokens, open, countOf } = desk
  const { blocks, counters } = conversation
  const { preserve } = settings
  const sparing = keptForms.sparing()
  const layout = layoutOf({ blocks, groups, messageTokens, open, preserve, tailRoom, sparing })
  const digests = desk.spansOf(layout.spans)
  const bare = digests.reduce(
    (sum, digest) =>
      sum + digest.frameTokens + digest.joiningTokens + counters.counter.count(bareDigest(digest)),
    desk.besides,
  )
  const forms = keptForms.of(layout, isRecoded)
  const bareTokens =
    [...layout.kept.keys()].reduce((sum, index) => sum + countOf(index), bare) - savedBy(forms)
  return { ...layout, digests, forms, bareTokens }
}

/** The first line of a digest that shows nothing. */
export function bareDigest({ source }: DigestSpan): string {
  return renderDigest(source, { sections: [], offers: [] }, [])
}
