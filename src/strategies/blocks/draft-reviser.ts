/** Drafts with their originals, as far as they keep the laws, and what the view costs with them. */
import type { Draft } from '../../reduce/block-reducer.ts'
import { acceptDrafts } from '../../view/accept-drafts.ts'
import { keysOf, viewTokens } from '../../view/conversation.ts'
import { originalsOf } from '../../view/originals.ts'
import type { Outcome } from '../../view/outcome.ts'
import { viewKey } from '../../view/provenance.ts'
import type { ChooserInput } from '../strategy.ts'

export function draftReviser({
  conversation,
  lookup,
  settings,
}: ChooserInput): (drafts: readonly Draft[]) => Outcome {
  const { raw, counters } = conversation
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: lookup.views, input: keysOf(conversation) }
  const originals = originalsOf(conversation, settings)
  return drafts => {
    const replacements = drafts.map(draft => {
      const original = originals.of(draft)
      // As `uncompress` will see it: in a message that may carry the name of an earlier summary.
      const carrier = original.message ?? raw[draft.measured.message]
      return { ...draft, original, viewHash: viewKey(draft.after, carrier) }
    })
    const accepted = acceptDrafts(replacements, texts, counters.counter)
    return { ...accepted, tokens: tokensOf(accepted.drafts), isExact }
  }
}
