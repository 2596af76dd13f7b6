/** The view that covers most of what the agent may need: the newest messages, and digests of everything before them. */
import { optionError } from '../../errors.ts'
import { indicesOf } from '../../measure/message-groups.ts'
import { budgetTokens } from '../../settings/budget.ts'
import { ownSettings } from '../../settings/option-group.ts'
import type { Note } from '../../types.ts'
import { ledgerKey } from '../../view/earlier-views.ts'
import { estimateError, fullEnough } from '../../view/fitting.ts'
import { historyRoom, minDigests } from '../../view/history-room.ts'
import {
  hasInstructions,
  instructionTokens,
  shortInstructionsNote,
  withShortInstructions,
} from '../../view/instruction-texts.ts'
import { layoutPlan } from '../../view/layout.ts'
import { lastUserMessage } from '../../view/protect.ts'
import {
  type SpanText,
  type ViewContext,
  verifySpans,
  viewContext,
  withBudget,
} from '../../view/view-context.ts'
import type { ViewOutcome } from '../../view/view-outcome.ts'
import { writeView } from '../../view/write-view.ts'
import type { ChooserInput } from '../strategy.ts'
import { type CoverageWeights, coverageWeights } from './coverage-weights.ts'
import { blockRewrites, withRewrites } from './layout/block-rewrites.ts'
import { bareDigestTokens, type ViewLayout, viewLayout } from './layout/view-layout.ts'
import { noteSettings } from './note/note-settings.ts'
import { renderDigests } from './render-digests.ts'

/** Maximum number of views with a longer tail that are tried. */
const maxTails = 3
/** Maximum share of the budget for verbatim instructions. */
const maxInstructions = 0.3
/** A larger digest is not worth its loss where the budget is missed anyway, as a share of its messages. */
const maxOfOriginal = 0.9
/** From this share of the history on, all messages may fit, each text in its shorter form. */
const minForWhole = 0.4

export function coverageOutcome(
  { conversation, lookup, settings }: ChooserInput,
  untouched: () => ViewOutcome,
  weights: CoverageWeights = coverageWeights,
): ViewOutcome {
  if (settings.budget === undefined) throw optionError('The strategy coverage needs a budget, such as "30%".')
  const budget = budgetTokens(settings.budget, conversation.tokens)
  if (conversation.tokens * (1 - estimateError) <= budget) {
    const whole = untouched()
    if (whole.tokens <= budget) return { ...whole, budget: { tokens: budget, met: true } }
  }
  const room = historyRoom(conversation, budget)
  if (settings.instructions !== 'verbatim' && instructionTokens(conversation) > room.tokens * maxInstructions)
    return withoutRoom()
  const context = viewContext(conversation, lookup, settings)
  const forms = blockRewrites(context)
  if (room.share >= minForWhole && estimateInForms() <= budget)
    for (const isRecoded of [false, true]) {
      const whole = viewLayout(context, forms, {
        tailRoom: Number.POSITIVE_INFINITY,
        room: room.tokens,
        isRecoded,
      })
      if (whole.spans.length === 0 && whole.bareTokens <= budget) return judged(whole, context, [], budget)
    }
  const tailRoom = room.tokens * (weights.tail.min + weights.tail.growth * Math.min(1, room.share))
  const layout = firstLayout()
  if (layout.bareTokens > budget) {
    if (settings.instructions !== 'verbatim' && hasInstructions(conversation)) return withoutRoom()
    const joined = nearlyMissed(layout)
    if (joined !== undefined) return joined
    const longer = withShortSpans(layout)
    if (longer.bareTokens <= budget) return filled(longer)
    const digests = renderDigests(longer, context, longer.bareTokens + budget * minDigests, weights)
    return judged(longer, context, digests, budget)
  }
  const outcome = filled(layout)
  // Room reserved for a note is not filled.
  if (ownSettings(noteSettings, settings).note?.text === '') return outcome
  return isFull(outcome) ? outcome : withLongerTail(outcome, tailRoom, maxTails)

  /** A function of its own, so that a layout which does not fit is freed while the other is filled. */
  function firstLayout(): ViewLayout {
    const roomy = viewLayout(context, forms, { tailRoom, room: room.tokens })
    return roomy.bareTokens <= budget ? roomy : viewLayout(context, forms, { tailRoom: 0, room: room.tokens })
  }

  /** Joining may take less than what is reserved for it, so that a view of bare digests fits. */
  function nearlyMissed(view: ViewLayout): ViewOutcome | undefined {
    const frame = conversation.format.framing.message
    const reserved = view.digests.reduce(
      (sum, { joiningTokens }) => (joiningTokens === 0 ? sum : sum + joiningTokens + frame),
      0,
    )
    if (view.bareTokens - reserved > budget) return undefined
    const bare = judged(view, context, renderDigests(view, context, view.bareTokens, weights), budget)
    return writeView(bare, conversation, lookup).outcome.budget?.met === true ? bare : undefined
  }

  /** Where the budget seems to be missed, runs of messages stay that a digest with its part of the room would not shorten. */
  function withShortSpans(view: ViewLayout): ViewLayout {
    const own = (budget * minDigests) / view.digests.length
    const short = view.digests.filter(
      span => span.source.tokens <= bareDigestTokens(span, conversation.counters.counter) + own,
    )
    if (short.length === 0) return view
    const also = new Map(short.flatMap(indicesOf).map(message => [message, 'as short as a digest']))
    return viewLayout(context, forms, { tailRoom: 0, room: room.tokens, also })
  }

  /** Instructions that leave too little room for the rest are reduced to their binding lines. */
  function withoutRoom(): ViewOutcome {
    const short = coverageOutcome(
      { conversation: withShortInstructions(conversation, room.tokens), lookup, settings },
      untouched,
      weights,
    )
    return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
  }

  function filled(view: ViewLayout): ViewOutcome {
    return judged(view, context, renderDigests(view, context, budget, weights), budget)
  }

  /** An estimate for all messages, each text in its form; forms are made only where they could make a difference. */
  function estimateInForms(): number {
    const minTokens = (conversation.tokens - forms.maxSavings()) * (1 - estimateError)
    if (minTokens > budget) return minTokens
    const savingsOf = forms.savingsOf()
    const saved = context.groups.toReversed().reduce((sum, group) => sum + savingsOf(group), 0)
    return (conversation.tokens - saved) * (1 - estimateError)
  }

  /** Where complete digests leave room, more messages stay as they are. */
  function withLongerTail(short: ViewOutcome, shorter: number, tries: number): ViewOutcome {
    const longest = shorter + budget - short.tokens
    const longer = viewLayout(context, forms, { tailRoom: longest, room: room.tokens })
    if (longer.kept.size <= layout.kept.size || longer.bareTokens > budget) return short
    const fuller = filled(longer)
    if (fuller.tokens > budget || fuller.tokens <= short.tokens) return short
    return tries === 1 || isFull(fuller) ? fuller : withLongerTail(fuller, longest, tries - 1)
  }

  function isFull({ tokens }: ViewOutcome): boolean {
    return budget - tokens <= room.tokens * (1 - fullEnough)
  }
}

function judged(
  layout: ViewLayout,
  context: ViewContext,
  texts: readonly string[],
  budget: number,
): ViewOutcome {
  const spans = layout.digests
    .map((span, index) => ({ span, text: texts[index] as string }))
    .filter(text => !isKeptAsItIs(text, layout, context, budget))
  const plan = withRewrites(layoutPlan(layout, context.conversation.blocks, 'coverage'), layout.forms)
  const edits = layout.forms.map(({ replacement }) => replacement)
  const outcome = verifySpans(spans, context, plan, edits)
  const request = lastUserMessage(context.conversation.blocks)
  const notes =
    request === undefined || layout.kept.has(request)
      ? outcome.notes
      : [...outcome.notes, shortRequestNote(request, budget)]
  return withBudget(withIndex({ ...outcome, notes }, layout), budget, layout.kept, context)
}

/**
 * Whether messages stay as they are. An earlier digest does where nothing of it would be shown; and where the budget is missed,
 * so does what is as small as digests get, and what a digest would hardly shorten.
 */
function isKeptAsItIs(
  { span, text }: SpanText,
  { bareTokens }: ViewLayout,
  { conversation }: ViewContext,
  budget: number,
): boolean {
  const { first, last, members, source, frameTokens } = span
  const { counter } = conversation.counters
  const isMissed = bareTokens > budget
  if (isMissed && frameTokens + counter.count(text) > source.tokens * maxOfOriginal) return true
  if (first < last || members.every(({ replacesMessages }) => replacesMessages === undefined)) return false
  if (!isMissed) return !text.includes('\n')
  return source.tokens * (1 - estimateError) <= bareDigestTokens(span, counter) + budget * minDigests
}

/** Says that the budget has no room for all of a long request. */
function shortRequestNote(message: number, budget: number): Note {
  return {
    code: 'request-shortened',
    message: `${budget} tokens leave no room for all of the last request in message ${message + 1}, which was worked on since: its parts are shown, the rest is behind its handle.`,
  }
}

/** Stores the index from message numbers to messages beside the originals. */
function withIndex(outcome: ViewOutcome, { index, digests }: ViewLayout): ViewOutcome {
  if (index === undefined || outcome.drafts.length === 0) return outcome
  // Stored under each digest, so that another session which carries the digest along finds it.
  const entries = outcome.drafts.map(({ after, lead = '' }) => ({
    viewHash: ledgerKey(after.slice(lead.length)),
    text: index,
  }))
  const replaced = new Set(outcome.drafts.map(({ original }) => original.hash))
  // The index also names messages that were not replaced because their digests were larger.
  const unreplaced = digests.flatMap(({ original }) =>
    replaced.has(original.hash) ? [] : [{ viewHash: ledgerKey(original.text), text: original.text }],
  )
  return { ...outcome, extraTexts: [...(outcome.extraTexts ?? []), ...entries, ...unreplaced] }
}
