/** plan → reduce → verify, as often as a budget needs it. */
import { type Conversation, type Known, keysOf, viewTokens } from '../conversation.ts'
import type { Settings } from '../options.ts'
import { originalsOf } from '../originals.ts'
import type { Outcome } from '../outcome.ts'
import { spanStrategyNamed, strategyNamed } from '../plan/index.ts'
import { instructionsInForce } from '../plan/protect.ts'
import { viewKey } from '../provenance.ts'
import { blockReducer, type Draft } from '../reduce/block-reducer.ts'
import { budgetTokens } from '../resolve-options.ts'
import type { Classifying, Decision, Measured, Plan, PlanSettings } from '../types.ts'
import { acceptDrafts } from '../verify/accept-drafts.ts'
import { coverageOutcome } from './coverage-chooser.ts'
import { type Demand, withDemand } from './gate-demand.ts'
import {
  hasInstructions,
  shortInstructionsNote,
  withReadingsWithin,
  withShortInstructions,
} from './instruction-texts.ts'
import { qualityGate } from './quality-gate.ts'
import { spanChooser } from './span-chooser.ts'

/** Chooses the view, and judges one whose texts were revised since. */
export interface ViewChooser {
  readonly choose: (byClassifier?: Classifying) => Outcome
  readonly revise: (drafts: readonly Draft[]) => Outcome
  /** Of a chosen view and one that a model has revised, the one that stands. */
  readonly recheck: (chosen: Outcome, revised: Outcome) => Outcome
}

/** `isStable`: whether a view that shows more for the gate would be left as it is in a second round. */
export function viewChooser(
  conversation: Conversation,
  known: Known,
  settings: Settings,
  isStable: (outcome: Outcome) => boolean = () => true,
): ViewChooser {
  const plain = plainChooser(conversation, known, settings)
  if (settings.gate === 'off') return { ...plain, recheck: (_, revised) => revised }
  const { pass, recheck } = qualityGate(
    conversation,
    settings.gate,
    // A view within its budget is left alone in any case.
    settings.budget === undefined ? isStable : () => true,
  )
  // Coverage shows the pieces that say what is demanded; the others keep the blocks that do.
  const chooserFor = (demand: Demand): PlainChooser =>
    settings.strategy === 'coverage'
      ? plainChooser(conversation, known, { ...settings, demanded: demand.texts })
      : plainChooser(withDemand(conversation, demand), known, settings)
  return {
    ...plain,
    recheck,
    choose: byClassifier =>
      pass(
        plain.choose(byClassifier),
        demand => chooserFor(demand).choose(byClassifier),
        () => plain.revise([]),
      ),
  }
}

type PlainChooser = Omit<ViewChooser, 'recheck'>

function plainChooser(read: Conversation, known: Known, settings: Settings): PlainChooser {
  const { budget: asked } = settings
  const conversation = asked === undefined ? read : withReadingsWithin(read, budgetTokens(asked, read.tokens))
  const { blocks, messages, said, raw, counters, overhead, tokens } = conversation
  const byMessages = spanStrategyNamed(settings.strategy)
  const spans = byMessages === undefined ? undefined : spanChooser(byMessages, conversation, known, settings)
  const isOfBlocks = spans === undefined && !isOfWhole(settings)
  const { plan, fitBudget } = strategyNamed(isOfBlocks ? settings.strategy : 'cap')
  const isExact = settings.budget !== undefined
  const tokensOf = viewTokens(conversation, isExact)
  const texts = { views: known.views, input: keysOf(conversation) }
  const originals = originalsOf(conversation, settings)
  const reduce = blockReducer({
    messages,
    said,
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
    const chosen = withBindingLines(plan(blocks, planSettings), blocks)
    return { ...revise(reduce(chosen, planSettings.atFloor)), plan: chosen }
  }
  const choose = (byClassifier?: Classifying): Outcome => {
    const planSettings = { ...settings, again: false, truncateFrom: Number.POSITIVE_INFINITY, byClassifier }
    const isBelow = tokens < settings.compressionThreshold
    if (settings.strategy === 'coverage' && !isBelow)
      return coverageOutcome(conversation, known, settings, () => revise([]))
    if (spans !== undefined && !isBelow) return spans.choose()
    if (settings.budget === undefined) return isBelow ? revise([]) : attempt(planSettings)
    const budget = budgetTokens(settings.budget, tokens)
    if (isBelow) return belowThreshold(revise([]), budget)
    const fitted = fitBudget({
      blocks,
      settings: planSettings,
      tokens: budget,
      overhead,
      untouched: () => revise([]),
      attempt,
    })
    if (fitted.budget.met || settings.instructions === 'verbatim' || !hasInstructions(conversation))
      return fitted
    const short = plainChooser(withShortInstructions(conversation), known, settings).choose(byClassifier)
    if (short.tokens >= fitted.tokens) return fitted
    return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
  }
  return { choose, revise: spans?.revise ?? revise }
}

/** Instructions that a budget has no room for are told by what binds of them. */
function withBindingLines(plan: Plan, blocks: readonly Measured[]): Plan {
  const decisions = plan.decisions.map((decision, index): Decision => {
    const { instructions, tokens, message, block } = blocks[index] as Measured
    const gives = instructions?.isShort === true && decision.action === 'keep'
    return gives && decision.reason === instructionsInForce
      ? {
          message,
          block,
          action: 'reduce',
          reducer: 'binding-lines',
          tokens,
          reason: 'no room for instructions',
        }
      : decision
  })
  return { ...plan, decisions }
}

/** Chosen as a whole, not block by block; or not at all. */
function isOfWhole({ strategy }: Settings): boolean {
  return strategy === 'coverage' || strategy === 'auto'
}

/** The threshold comes first: a small request is left alone, whatever the budget. */
function belowThreshold(untouched: Outcome, budget: number): Outcome {
  const met = untouched.tokens <= budget
  const floor = { tokens: untouched.tokens, parts: { 'below the compression threshold': untouched.tokens } }
  return { ...untouched, budget: met ? { tokens: budget, met } : { tokens: budget, met, floor } }
}
