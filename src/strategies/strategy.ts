/** What the pipeline needs to know of a strategy, in one descriptor. */
import type { Draft } from '../reduce/block-reducer.ts'
import type { Classifying, Measured } from '../reduce/plan.ts'
import type { Budget } from '../settings/budget.ts'
import type { OwnSettings } from '../settings/option-group.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../store/store.ts'
import type { Message, StrategyName } from '../types.ts'
import type { Conversation, StoreLookup } from '../view/conversation.ts'
import type { SummaryForm } from '../view/earlier-view.ts'
import type { MustShow } from '../view/gate/must-show.ts'
import type { StrategyAbout, StrategyReport } from '../view/run.ts'
import type { ViewOutcome } from '../view/view-outcome.ts'
import type { OptionsOfStrategies } from './compress-options.ts'

/** An option that only some strategies read. */
export type OptionName = keyof OptionsOfStrategies | `model.${'classifier' | 'ledgerWriter' | 'writer'}`

export interface Strategy {
  readonly name: StrategyName
  /** The options that it reads, of those that not all read. @default not known, none is refused */
  readonly reads?: readonly OptionName[]
  /** What it aims at where the caller names no budget. @default nothing */
  readonly goal?: (settings: { readonly own: OwnSettings }) => Budget
  /** What its own settings say of messages by their index, said of others: `givenAt[i]` is the index that message `i` had. */
  readonly settingsFor?: (settings: Settings, givenAt: readonly number[]) => Settings
  /** The measured blocks with the facts that only this strategy needs. @default as measured */
  readonly facts?: (
    messages: readonly Message[],
    blocks: readonly Measured[],
    settings: Settings,
  ) => readonly Measured[]
  /** Reads what its choice will read of each text alone, for worker threads; `messages` are any part of a conversation. @default the kinds */
  readonly readAhead?: (messages: readonly Message[], blocks: readonly Measured[]) => void
  /** The form of the text in place of messages; strategies that have one read the views of earlier rounds. */
  readonly summaryForm?: SummaryForm
  /** Its views are chosen from the originals of earlier views, as far as the store has them, and not from those views. */
  readonly fromOriginals?: true
  readonly chooser: (input: ChooserInput) => Chooser
  /** How the gate's demands reach the strategy. @default by keeping the blocks that hold them */
  readonly withMustShow?: (input: ChooserInput, mustShow: MustShow) => ChooserInput
  /** The share of generated questions that its views should answer; it then asks them unless the gate is turned off. @default none */
  readonly probeShare?: number
  /** What it decides of the settings of any conversation, whichever strategy they name. @default nothing */
  readonly decide?: (conversation: Conversation, settings: Settings) => Settings
  /** The view with what models add to it beside their summaries. @default nothing */
  readonly byModel?: (turn: ModelTurn) => Promise<ChosenView>
  /** What it adds to the receipt. */
  readonly report?: StrategyReport
  /** The kind and the time of stored originals. @default by the role, without a time */
  readonly about?: StrategyAbout
}

export interface ChooserInput {
  readonly conversation: Conversation
  readonly lookup: StoreLookup
  readonly settings: Settings
}

/** Chooses the view of one conversation. */
export interface Chooser {
  readonly choose: (byClassifier?: Classifying) => ViewOutcome
  /** The view with drafts whose texts a model has rewritten. */
  readonly revise: (drafts: readonly Draft[]) => ViewOutcome
}

/** A conversation, and how a view of it is chosen. */
export interface Choosing {
  readonly conversation: Conversation
  readonly chooserFor: (settings: Settings) => ViewChooser
}

export interface ModelTurn extends Choosing {
  readonly settings: Settings
  /** The messages with the views of earlier rounds in them. */
  readonly given: Conversation
  readonly store: Store
  /** The messages as they were said, where earlier rounds have put views in their place and all of it can be restored. */
  restored(): Promise<Choosing | undefined>
}

/** A view, and who can go on with it. */
export interface ChosenView {
  readonly chosen: ViewOutcome
  readonly chooser: ViewChooser
}

/** A chooser behind the quality gate. */
export interface ViewChooser extends Chooser {
  /** The chosen view, or the revised one where it answers as much. */
  readonly recheck: (chosen: ViewOutcome, revised: ViewOutcome) => ViewOutcome
}
