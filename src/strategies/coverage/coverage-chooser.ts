/** The view that covers most of what the agent may need: the newest messages, and digests of all that came before. */

import { FoveaError } from '../../errors.ts'
import type { Settings } from '../../options.ts'
import { budgetTokens } from '../../resolve-options.ts'
import type { Conversation, Known } from '../../view/conversation.ts'
import { estimateError } from '../../view/fitting.ts'
import {
  hasInstructions,
  shortInstructionsNote,
  withShortInstructions,
} from '../../view/instruction-texts.ts'
import { coveragePlan } from '../../view/layout-plan.ts'
import type { Outcome } from '../../view/outcome.ts'
import { judgedSpans, type SpanDesk, spanDesk, withBudget } from '../../view/view-context.ts'
import { keptForms, withForms } from './block-rewrites.ts'
import { type CoverageWeights, coverageWeights } from './coverage-weights.ts'
import { filledDigests, fullEnough } from './render-digests.ts'
import { bareDigest, type LaidView, laidView } from './view-layout.ts'

/** Each longer tail is a view of its own: so many are tried at most. */
const mostTails = 3
/** From this share of the whole on, all messages may fit, each text in its form. */
const leastForWhole = 0.4

export function coverageOutcome(
  conversation: Conversation,
  known: Known,
  settings: Settings,
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
  const desk = spanDesk(conversation, known, settings)
  const forms = keptForms(desk)
  if (budget >= conversation.tokens * leastForWhole && estimateInForms() <= budget)
    for (const isRecoded of [false, true]) {
      const whole = laidView(desk, forms, Number.POSITIVE_INFINITY, isRecoded)
      if (whole.spans.length === 0 && whole.bareTokens <= budget) return judged(whole, desk, [], budget)
    }
  const share = weights.tail.least + weights.tail.growth * Math.min(1, budget / conversation.tokens)
  const roomy = laidView(desk, forms, budget * share)
  const layout = roomy.bareTokens <= budget ? roomy : laidView(desk, forms, 0)
  if (layout.bareTokens > budget) {
    if (settings.instructions === 'verbatim' || !hasInstructions(conversation))
      return atTheFloor(layout, desk, budget)
    const short = coverageOutcome(withShortInstructions(conversation), known, settings, untouched, weights)
    return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
  }
  const outcome = filled(layout)
  return outcome.tokens >= budget * fullEnough ? outcome : withLongerTail(outcome, budget * share, mostTails)

  function filled(view: LaidView): Outcome {
    return judged(view, desk, filledDigests(view, desk, budget, weights), budget)
  }

  /** Of all messages, each text in its form; forms are made only where they could make the difference. */
  function estimateInForms(): number {
    const least = (conversation.tokens - forms.mostSpared()) * (1 - estimateError)
    if (least > budget) return least
    const sparing = forms.sparing()
    const spared = desk.groups.toReversed().reduce((sum, group) => sum + sparing(group), 0)
    return (conversation.tokens - spared) * (1 - estimateError)
  }

  /** Where digests that show all they have leave room, more messages stay as they are. */
  function withLongerTail(short: Outcome, tailRoom: number, tries: number): Outcome {
    const room = tailRoom + budget - short.tokens
    const longer = laidView(desk, forms, room)
    if (longer.kept.size <= layout.kept.size || longer.bareTokens > budget) return short
    const fuller = filled(longer)
    if (fuller.tokens > budget || fuller.tokens <= short.tokens) return short
    const isEnough = tries === 1 || fuller.tokens >= budget * fullEnough
    return isEnough ? fuller : withLongerTail(fuller, room, tries - 1)
  }
}

function atTheFloor(layout: LaidView, desk: SpanDesk, budget: number): Outcome {
  const texts = layout.digests.map(bareDigest)
  return judged(layout, desk, texts, budget)
}

function judged(layout: LaidView, desk: SpanDesk, texts: readonly string[], budget: number): Outcome {
  const told = layout.digests.map((span, index) => ({ span, text: texts[index] as string }))
  const plan = withForms(coveragePlan(layout, desk.conversation.blocks), layout.forms)
  const edits = layout.forms.map(({ replacement }) => replacement)
  return withBudget(judgedSpans(told, desk, plan, edits), budget, layout.kept, desk)
}
