/** The view that covers most of what the agent may need: the newest messages, and digests of all that came before. */
import { FoveaError } from '../../errors.ts'
import { budgetTokens } from '../../resolve-options.ts'
import { estimateError } from '../../view/fitting.ts'
import { fullEnough } from '../../view/full-enough.ts'
import {
  hasInstructions,
  shortInstructionsNote,
  withShortInstructions,
} from '../../view/instruction-texts.ts'
import { coveragePlan } from '../../view/layout-plan.ts'
import type { Outcome } from '../../view/outcome.ts'
import { type ViewContext, verifySpans, viewContext, withBudget } from '../../view/view-context.ts'
import type { ChooserInput } from '../strategy.ts'
import { blockRewrites, withRewrites } from './block-rewrites.ts'
import { type CoverageWeights, coverageWeights } from './coverage-weights.ts'
import { renderDigests } from './render-digests.ts'
import { bareDigest, type ViewLayout, viewLayout } from './view-layout.ts'

/** Each longer tail is a view of its own: so many are tried at most. */
const maxTails = 3
/** From this share of the whole on, all messages may fit, each text in its form. */
const minForWhole = 0.4

export function coverageOutcome(
  { conversation, lookup, settings }: ChooserInput,
  untouched: () => Outcome,
  weights: CoverageWeights = coverageWeights,
): Outcome {
  if (settings.budget === undefined)
    throw new FoveaError('invalid-option', 'The strategy coverage needs a budget, such as "30%".')
  const budget = budgetTokens(settings.budget, conversation.tokens)
  if (conversation.tokens * (1 - estimateError) <= budget) {
    const whole = untouched()
    if (whole.tokens <= budget) return { ...whole, budget: { tokens: budget, met: true } }
  }
  const context = viewContext(conversation, lookup, settings)
  const forms = blockRewrites(context)
  if (budget >= conversation.tokens * minForWhole && estimateInForms() <= budget)
    for (const isRecoded of [false, true]) {
      const whole = viewLayout(context, forms, Number.POSITIVE_INFINITY, isRecoded)
      if (whole.spans.length === 0 && whole.bareTokens <= budget) return judged(whole, context, [], budget)
    }
  const share = weights.tail.least + weights.tail.growth * Math.min(1, budget / conversation.tokens)
  const roomy = viewLayout(context, forms, budget * share)
  const layout = roomy.bareTokens <= budget ? roomy : viewLayout(context, forms, 0)
  if (layout.bareTokens > budget) {
    if (settings.instructions === 'verbatim' || !hasInstructions(conversation))
      return atTheFloor(layout, context, budget)
    const short = coverageOutcome(
      { conversation: withShortInstructions(conversation), lookup, settings },
      untouched,
      weights,
    )
    return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
  }
  const outcome = filled(layout)
  return outcome.tokens >= budget * fullEnough ? outcome : withLongerTail(outcome, budget * share, maxTails)

  function filled(view: ViewLayout): Outcome {
    return judged(view, context, renderDigests(view, context, budget, weights), budget)
  }

  /** Of all messages, each text in its form; forms are made only where they could make the difference. */
  function estimateInForms(): number {
    const least = (conversation.tokens - forms.maxSavings()) * (1 - estimateError)
    if (least > budget) return least
    const savingsOf = forms.savingsOf()
    const saved = context.groups.toReversed().reduce((sum, group) => sum + savingsOf(group), 0)
    return (conversation.tokens - saved) * (1 - estimateError)
  }

  /** Where digests that show all they have leave room, more messages stay as they are. */
  function withLongerTail(short: Outcome, tailRoom: number, tries: number): Outcome {
    const room = tailRoom + budget - short.tokens
    const longer = viewLayout(context, forms, room)
    if (longer.kept.size <= layout.kept.size || longer.bareTokens > budget) return short
    const fuller = filled(longer)
    if (fuller.tokens > budget || fuller.tokens <= short.tokens) return short
    const isEnough = tries === 1 || fuller.tokens >= budget * fullEnough
    return isEnough ? fuller : withLongerTail(fuller, room, tries - 1)
  }
}

function atTheFloor(layout: ViewLayout, context: ViewContext, budget: number): Outcome {
  const texts = layout.digests.map(bareDigest)
  return judged(layout, context, texts, budget)
}

function judged(layout: ViewLayout, context: ViewContext, texts: readonly string[], budget: number): Outcome {
  const told = layout.digests.map((span, index) => ({ span, text: texts[index] as string }))
  const plan = withRewrites(coveragePlan(layout, context.conversation.blocks), layout.forms)
  const edits = layout.forms.map(({ replacement }) => replacement)
  return withBudget(verifySpans(told, context, plan, edits), budget, layout.kept, context)
}
