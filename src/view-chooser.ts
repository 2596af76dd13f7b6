/** plan → reduce → verify, as often as a budget needs it. */
import { type Conversation, type Known, keysOf, viewTokens } from './conversation.ts'
import { coverageOutcome } from './coverage-chooser.ts'
import { budgetTokens, type Settings } from './options.ts'
import { originalsOf } from './originals.ts'
import type { Outcome } from './outcome.ts'
import { strategyNamed } from './plan/index.ts'
import { viewKey } from './provenance.ts'
import { blockReducer, type Draft } from './reduce/block-reducer.ts'
import type { Classifying, PlanSettings } from './types.ts'
import { acceptDrafts } from './verify/accept-drafts.ts'

/** Chooses the view, and judges one whose texts were revised since. */
export interface ViewChooser {
  readonly choose: (byClassifier?: Classifying) => Outcome
  readonly revise: (drafts: readonly Draft[]) => Outcome
}

export function viewChooser(conversation: Conversation, known: Known, settings: Settings): ViewChooser {
  const { blocks, messages, raw, counters, overhead, tokens } = conversation
  const { plan, fitBudget } = strategyNamed(settings.strategy === 'coverage' ? 'cap' : settings.strategy)
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: known.views, input: keysOf(conversation) }
  const originals = originalsOf(conversation, settings)
  const reduce = blockReducer({
    messages,
    blocks,
    handles: known.handles,
    // Without a budget nobody asked for exact sizes: an estimate will do where it leaves no doubt.
    counter: isExact ? counters.counter : counters.ranker,
    summaryId: settings.embedSummaryId ? originals.summaryId : undefined,
  })
  const revise = (drafts: readonly Draft[]): Outcome => {
    const replacements = drafts.map(draft => {
      const original = originals.of(draft)
      // As `uncompress` will see it: in a message that may carry the name of an earlier summary.
      const carrier = original.message ?? raw[draft.measured.message]
      return { ...draft, original, viewHash: viewKey(draft.after, carrier) }
    })
    const accepted = acceptDrafts(replacements, texts, counters.counter)
    return { ...accepted, tokens: tokensOf(accepted.drafts), isExact }
  }
  const attempt = (planSettings: PlanSettings): Outcome => {
    const chosen = plan(blocks, planSettings)
    return { ...revise(reduce(chosen)), plan: chosen }
  }
  const choose = (byClassifier?: Classifying): Outcome => {
    const planSettings = { ...settings, again: false, truncateFrom: Number.POSITIVE_INFINITY, byClassifier }
    const isBelow = tokens < settings.compressionThreshold
    if (settings.strategy === 'coverage' && !isBelow)
      return coverageOutcome(conversation, known, settings, () => revise([]))
    if (settings.budget === undefined) return isBelow ? revise([]) : attempt(planSettings)
    const budget = budgetTokens(settings.budget, tokens)
    if (isBelow) return belowThreshold(revise([]), budget)
    return fitBudget({
      blocks,
      settings: planSettings,
      tokens: budget,
      overhead,
      untouched: () => revise([]),
      attempt,
    })
  }
  return { choose, revise }
}

/** The threshold comes first: a small request is left alone, whatever the budget. */
function belowThreshold(untouched: Outcome, budget: number): Outcome {
  const met = untouched.tokens <= budget
  const floor = { tokens: untouched.tokens, parts: { 'below the compression threshold': untouched.tokens } }
  return { ...untouched, budget: met ? { tokens: budget, met } : { tokens: budget, met, floor } }
}
