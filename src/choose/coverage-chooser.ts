/** The view that covers most of what the agent may need: the newest messages, and digests of all that came before. */
import type { Conversation, Known } from '../conversation.ts'
import { FoveaError } from '../errors.ts'
import type { Settings } from '../options.ts'
import type { Outcome } from '../outcome.ts'
import { choosePieces } from '../plan/coverage/choose-pieces.ts'
import { coveragePlan } from '../plan/coverage/coverage-plan.ts'
import { type CoverageWeights, coverageWeights } from '../plan/coverage/coverage-weights.ts'
import { fitChoice } from '../plan/coverage/fit-choice.ts'
import { type Layout, layoutOf } from '../plan/coverage/layout.ts'
import { estimateError } from '../plan/fitting.ts'
import type { Offers } from '../reduce/digest/offers.ts'
import { digestParts, renderDigest } from '../reduce/digest/render-digest.ts'
import { budgetTokens } from '../resolve-options.ts'
import { coverageLedger } from './coverage-ledger.ts'
import { type CoverageMarket, coverageMarket } from './coverage-market.ts'
import { demandedPieces } from './demanded-pieces.ts'
import type { DigestSpan } from './digests.ts'
import { type KeptForm, type KeptForms, keptForms, savedBy, withForms } from './kept-forms.ts'
import { sectionForms } from './section-forms.ts'
import { judgedSpans, type SpanDesk, spanDesk, withBudget } from './span-views.ts'

/** More is chosen than should fit by estimate, so that there is something left to fill up with. */
const reach = 1.15
/** A view that fills this much of its budget needs no second try. */
const fullEnough = 0.97
/** Each longer tail is a view of its own: so many are tried at most. */
const mostTails = 3
/** From this share of the whole on, all messages may fit, each text in its form. */
const leastForWhole = 0.4
/** Above this share of the whole, the worth of memory grows no more. */
const mostMemory = 0.25

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
      const whole = laid(desk, forms, Number.POSITIVE_INFINITY, isRecoded)
      if (whole.spans.length === 0 && whole.bareTokens <= budget) return judged(whole, desk, [], budget)
    }
  const share = weights.tail.least + weights.tail.growth * Math.min(1, budget / conversation.tokens)
  const roomy = laid(desk, forms, budget * share)
  const layout = roomy.bareTokens <= budget ? roomy : laid(desk, forms, 0)
  if (layout.bareTokens > budget) return atTheFloor(layout, desk, budget)
  const outcome = filled(layout, desk, budget, weights)
  return outcome.tokens >= budget * fullEnough ? outcome : withLongerTail(outcome, budget * share, mostTails)

  /** Of all messages, each text in its form. */
  function estimateInForms(): number {
    const sparing = forms.sparing()
    const spared = desk.groups.toReversed().reduce((sum, group) => sum + sparing(group), 0)
    return (conversation.tokens - spared) * (1 - estimateError)
  }

  /** Where digests that show all they have leave room, more messages stay as they are. */
  function withLongerTail(short: Outcome, tailRoom: number, tries: number): Outcome {
    const room = tailRoom + budget - short.tokens
    const longer = laid(desk, forms, room)
    if (longer.kept.size <= layout.kept.size || longer.bareTokens > budget) return short
    const fuller = filled(longer, desk, budget, weights)
    if (fuller.tokens > budget || fuller.tokens <= short.tokens) return short
    const isEnough = tries === 1 || fuller.tokens >= budget * fullEnough
    return isEnough ? fuller : withLongerTail(fuller, room, tries - 1)
  }
}

/** A layout with what it costs before anything of the digests is shown but their first lines. */
interface Laid extends Layout {
  readonly digests: readonly DigestSpan[]
  /** How the messages that stay are told shorter. */
  readonly forms: readonly KeptForm[]
  readonly bareTokens: number
}

function laid(desk: SpanDesk, keptForms: KeptForms, tailRoom: number, isRecoded = true): Laid {
  const { conversation, settings, groups, messageTokens, open, countOf } = desk
  const { blocks, counters } = conversation
  const { preserve } = settings
  const sparing = keptForms.sparing()
  const layout = layoutOf({ blocks, groups, messageTokens, open, preserve, tailRoom, sparing })
  const digests = desk.spansOf(layout.spans)
  const bare = digests.reduce(
    (sum, digest) =>
      sum + digest.frameTokens + counters.counter.count(renderDigest(digest.source, nothing, [])),
    desk.besides,
  )
  const forms = keptForms.of(layout, isRecoded)
  const bareTokens =
    [...layout.kept.keys()].reduce((sum, index) => sum + countOf(index), bare) - savedBy(forms)
  return { ...layout, digests, forms, bareTokens }
}

const nothing: Offers = { sections: [], offers: [] }

function filled(layout: Laid, desk: SpanDesk, budget: number, weights: CoverageWeights): Outcome {
  const { conversation, settings } = desk
  const { counter } = conversation.counters
  const whole = budget - layout.bareTokens
  const isKept = (message: number): boolean => layout.kept.has(message)
  const ledger = coverageLedger(desk, layout.digests, isKept, whole * weights.ledgerShare)
  const market = coverageMarket(conversation, weights, {
    isKept,
    shown: ledger?.text ?? '',
    focus: settings.focus,
    share: Math.min(mostMemory, budget / conversation.tokens),
  })
  const room = ledger === undefined ? whole : whole - counter.count(`${ledger.text}\n`)
  const first = [
    ...rulesWithin(market, room * weights.ruleShare),
    ...demandedPieces(market, settings.demanded),
  ]
  const wholeForm = sectionForms(conversation, market.offers, settings.minBlockTokens)
  // Pieces and digests stand in the same order: one pass hands each its own, however many there are.
  const partsOf = (pieces: readonly number[]): readonly (readonly string[])[] => {
    let at = 0
    return layout.digests.map(({ source, last }, digest) => {
      const from = at
      while (at < pieces.length && market.messageOf(pieces[at] as number) <= last) at += 1
      const parts = digestParts(source, market.offers, pieces.slice(from, at), wholeForm)
      return digest === ledger?.digest ? parts.toSpliced(1, 0, ledger.text) : parts
    })
  }
  // A part ends a line, where no token reaches across: parts add up, and are counted once.
  const counted = new Map<string, number>()
  const countPart = (part: string): number => {
    const tokens = counted.get(part) ?? counter.count(`${part}\n`)
    counted.set(part, tokens)
    return tokens
  }
  const cost = (digests: readonly (readonly string[])[]): number =>
    digests.flat().reduce((sum, part) => sum + countPart(part), 0)
  const bare = cost(partsOf([]))
  const costOf = (chosen: readonly number[]): number => cost(partsOf(chosen)) - bare
  const pieces = fitted(room * reach)
  const texts = partsOf(pieces).map(parts => parts.join('\n'))
  return judged(layout, desk, texts, budget)

  /** Where all that was chosen fits, since some of it takes fewer tokens than its pieces, more is chosen. */
  function fitted(chosenRoom: number, before = 0): readonly number[] {
    const choice = choosePieces(market, chosenRoom, first)
    const fitting = fitChoice(choice, room, costOf, market.under)
    const isAll = fitting.length === choice.order.length && fitting.length > before
    if (!isAll || costOf(fitting) >= room * fullEnough) return fitting
    return fitted(chosenRoom * reach, fitting.length)
  }
}

/** The latest rules that fit. */
function rulesWithin({ rules, costs }: CoverageMarket, room: number): readonly number[] {
  let left = room
  return rules.filter(rule => {
    left -= costs[rule] as number
    return left >= 0
  })
}

function atTheFloor(layout: Laid, desk: SpanDesk, budget: number): Outcome {
  const texts = layout.digests.map(({ source }) => renderDigest(source, nothing, []))
  return judged(layout, desk, texts, budget)
}

function judged(layout: Laid, desk: SpanDesk, texts: readonly string[], budget: number): Outcome {
  const told = layout.digests.map((span, index) => ({ span, text: texts[index] as string }))
  const plan = withForms(coveragePlan(layout, desk.conversation.blocks), layout.forms)
  const edits = layout.forms.map(({ replacement }) => replacement)
  return withBudget(judgedSpans(told, desk, plan, edits), budget, layout.kept, desk)
}
