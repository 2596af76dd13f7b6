/** The view of a strategy that decides block by block: plan → reduce → verify, as often as a budget needs it. */
import { blockReducer } from '../../reduce/block-reducer.ts'
import type { Decision, Measured, Plan, PlanSettings } from '../../reduce/plan.ts'
import type { Reducer } from '../../reduce/reducer.ts'
import { budgetTokens } from '../../settings/budget.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Fitted, Fitting } from '../../view/fitting.ts'
import {
  hasInstructions,
  shortInstructionsNote,
  withShortInstructions,
} from '../../view/instruction-texts.ts'
import { originalsOf } from '../../view/originals.ts'
import { instructionsInForce, lastUserMessage } from '../../view/protect.ts'
import type { ViewOutcome } from '../../view/view-outcome.ts'
import type { Chooser, ChooserInput } from '../strategy.ts'
import { draftReviser } from './draft-reviser.ts'

/** Pure: measured blocks and settings become a plan. */
export type BlockPlan = (blocks: readonly Measured[], settings: PlanSettings) => Plan

interface SummarySettings {
  readonly names: 'few' | 'many'
  /** Name each summary's identifier in its text. */
  readonly embedSummaryId: boolean
  /** Recorded as the version of the source in each summary's provenance. */
  readonly sourceVersion: number
}

const plainSummaries: SummarySettings = { names: 'many', embedSummaryId: false, sourceVersion: 0 }

interface BlockStrategy {
  readonly plan: BlockPlan
  /** Reducers that only its views use. @default none */
  readonly reducers?: readonly Reducer[]
  /** Finds the settings with which the view meets its budget. */
  readonly fitBudget: <Attempt extends { readonly tokens: number }>(
    fitting: Fitting<Attempt>,
  ) => Fitted<Attempt>
  /** Whether its messages name the messages that they replace, where their format can. @default false */
  readonly isAnnotated?: true
  /** How its summaries are written. @default many names, no identifier */
  readonly summaries?: (settings: Settings) => SummarySettings
}

export function blockChooser({
  plan,
  reducers,
  fitBudget,
  isAnnotated,
  summaries = () => plainSummaries,
}: BlockStrategy): (input: ChooserInput) => Chooser {
  const chooser = (input: ChooserInput): Chooser => {
    const { conversation, lookup, settings } = input
    const { blocks, messages, unmasked, counters, overhead, tokens } = conversation
    const { names, embedSummaryId, sourceVersion } = summaries(settings)
    const originals = originalsOf(conversation, { isAnnotated, sourceVersion })
    const revise = draftReviser(input, originals)
    const reduce = blockReducer({
      messages,
      unmasked,
      blocks,
      handles: lookup.handles,
      // An estimate is enough where no budget asks for exact sizes.
      counter: settings.budget === undefined ? counters.ranker : counters.counter,
      reducers,
      names,
      handleOfMessages: originals.handleOfMessages,
      summaryId: embedSummaryId ? originals.summaryId : undefined,
    })
    const attempt = (planSettings: PlanSettings): ViewOutcome => {
      const chosen = withBindingLines(plan(blocks, planSettings), blocks)
      return { ...revise(reduce(chosen, planSettings.atFloor)), plan: chosen }
    }
    return {
      revise,
      choose(byClassifier) {
        const planSettings = { ...settings, allowRecompress: false, byClassifier }
        if (settings.budget === undefined) return attempt(planSettings)
        const budget = budgetTokens(settings.budget, tokens)
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
        const short = chooser({ ...input, conversation: withShortInstructions(conversation, budget) }).choose(
          byClassifier,
        )
        if (short.tokens >= fitted.tokens) return fitted
        return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
      },
    }
  }
  return chooser
}

/** Instructions that do not fit into the budget are reduced to their binding lines; what the user asked beside them stays. */
function withBindingLines(plan: Plan, blocks: readonly Measured[]): Plan {
  const asked = lastUserMessage(blocks)
  const decisions = plan.decisions.map((decision, index): Decision => {
    const { instructions, tokens, message, block } = blocks[index] as Measured
    const gives = instructions?.maxTokens !== undefined && decision.action === 'keep'
    if (!gives || decision.reason !== instructionsInForce) return decision
    const reason = 'no room for instructions'
    const within = message === asked && !instructions.isAll ? { within: instructions.stretches } : {}
    return { message, block, action: 'reduce', reducer: 'binding-lines', tokens, reason, ...within }
  })
  return { ...plan, decisions }
}
