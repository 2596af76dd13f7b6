/** Adds originals to drafts, drops drafts that break a law, and counts the tokens of the view. */
import type { Draft } from '../../reduce/block-reducer.ts'
import { acceptDrafts } from '../../view/accept-drafts.ts'
import { keysOf, viewTokens } from '../../view/conversation.ts'
import { namedReplacement } from '../../view/named-replacement.ts'
import { type Originals, type OriginalText, originalsOf } from '../../view/originals.ts'
import { viewKey } from '../../view/provenance.ts'
import type { Replacement, ViewOutcome } from '../../view/view-outcome.ts'
import type { ChooserInput } from '../strategy.ts'

export function draftReviser(
  { conversation, lookup, settings }: ChooserInput,
  originals: Originals = originalsOf(conversation),
): (drafts: readonly Draft[]) => ViewOutcome {
  const { raw, counters } = conversation
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: lookup.views, input: keysOf(conversation) }
  const counter = isExact ? counters.counter : counters.ranker
  // The key that `uncompress` computes: the message may carry the name of an earlier summary.
  const keyOf = ({ measured, after }: Draft, original: OriginalText): string =>
    viewKey(after, original.message ?? raw[measured.message])
  return drafts => {
    const replacements = drafts.map((draft): Replacement => {
      const original = originals.of(draft)
      return { ...draft, original, viewHash: keyOf(draft, original) }
    })
    const accepted = acceptDrafts(replacements, texts, counters.counter, draft =>
      namedReplacement(draft, raw, counter),
    )
    return { ...accepted, tokens: tokensOf(accepted.drafts), isExact }
  }
}
