/** The chooser of a strategy, between the threshold that leaves small requests unchanged and the quality gate. */
import { budgetTokens } from './settings/budget.ts'
import { draftReviser } from './strategies/blocks/draft-reviser.ts'
import { strategyNamed } from './strategies/index.ts'
import type { Chooser, ChooserInput, GatedChooser } from './strategies/strategy.ts'
import { withMustShow } from './view/gate/must-show.ts'
import { qualityGate } from './view/gate/quality-gate.ts'
import { historyRoom } from './view/history-room.ts'
import { withReadingsWithin } from './view/instruction-texts.ts'
import type { ViewOutcome } from './view/view-outcome.ts'

/** `isStable`: whether a second round would not change a view that shows more for the gate. */
export function gatedChooser(
  input: ChooserInput,
  isStable: (outcome: ViewOutcome) => boolean = () => true,
): GatedChooser {
  const { conversation, settings } = input
  const strategy = strategyNamed(settings.strategy)
  const demanding =
    strategy.withMustShow ??
    ((given, mustShow) => ({ ...given, conversation: withMustShow(given.conversation, mustShow) }))
  const plain = thresholdChooser(strategy.chooser, input)
  const mode = settings.gate ?? (strategy.probeShare === undefined ? 'off' : 'on')
  if (mode === 'off') return { ...plain, recheck: (_, revised) => revised }
  const { pass, recheck } = qualityGate(
    conversation,
    { mode, share: strategy.probeShare ?? 0 },
    // A view within its budget is never changed by a second round.
    settings.budget === undefined ? isStable : () => true,
  )
  return {
    ...plain,
    recheck,
    choose: byClassifier =>
      pass(
        plain.choose(byClassifier),
        mustShow => thresholdChooser(strategy.chooser, demanding(input, mustShow)).choose(byClassifier),
        () => plain.revise([]),
      ),
  }
}

/** The threshold comes first: a small request stays unchanged, whatever the budget. */
function thresholdChooser(chooser: (input: ChooserInput) => Chooser, input: ChooserInput): Chooser {
  const { conversation, settings } = input
  const { tokens } = conversation
  if (tokens >= settings.compressionThreshold) {
    if (settings.budget === undefined) return chooser(input)
    const room = historyRoom(conversation, budgetTokens(settings.budget, tokens))
    return chooser({ ...input, conversation: withReadingsWithin(conversation, room.tokens) })
  }
  const revise = draftReviser(input)
  return { choose: () => belowThreshold(revise([]), input), revise }
}

function belowThreshold(untouched: ViewOutcome, { conversation, settings }: ChooserInput): ViewOutcome {
  if (settings.budget === undefined) return untouched
  const tokens = budgetTokens(settings.budget, conversation.tokens)
  if (untouched.tokens <= tokens) return { ...untouched, budget: { tokens, met: true } }
  const floor = { tokens: untouched.tokens, parts: { 'below the compression threshold': untouched.tokens } }
  return { ...untouched, budget: { tokens, met: false, floor } }
}
