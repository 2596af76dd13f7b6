/** The descriptor of a strategy: all that the pipeline needs to know of it. */
import type { Draft } from '../reduce/block-reducer.ts'
import type { Classifying, Measured } from '../reduce/plan.ts'
import type { Budget } from '../settings/budget.ts'
import type { OwnSettings } from '../settings/option-group.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../store/store.ts'
import type { Message, StrategyName } from '../types.ts'
import type { StrategyAbout, StrategyReport } from '../view/compression-record.ts'
import type { Conversation, StoreLookup } from '../view/conversation.ts'
import type { SummaryForm } from '../view/earlier-view.ts'
import type { MustShow } from '../view/gate/must-show.ts'
import type { ViewOutcome } from '../view/view-outcome.ts'
import type { OptionsOfStrategies } from './options/compress-options.ts'

/** An option that only some strategies read. */
export type OptionName = keyof OptionsOfStrategies | `model.${'classifier' | 'ledgerWriter' | 'writer'}`

export interface Strategy {
  readonly name: StrategyName
  /** The options that it reads, of those that only some strategies read. @default unknown, no option is refused */
  readonly reads?: readonly OptionName[]
  /** The budget where the caller gives none. @default none */
  readonly goal?: (settings: { readonly own: OwnSettings }) => Budget
  /** Its settings for other messages, where some values belong to message indices: message `i` had the index `givenAt[i]`. */
  readonly settingsFor?: (settings: Settings, givenAt: readonly number[]) => Settings
  /** The measured blocks with the facts that only this strategy needs. @default as measured */
  readonly facts?: (
    messages: readonly Message[],
    blocks: readonly Measured[],
    settings: Settings,
  ) => readonly Measured[]
  /**
   * Reads in advance what its choice needs of each text, in worker threads; `messages` are any part of a conversation. @default
   * the kinds of content
   */
  readonly readAhead?: (messages: readonly Message[], blocks: readonly Measured[]) => void
  /** The form of the text that replaces messages; strategies that have one read the views of earlier rounds. */
  readonly summaryForm?: SummaryForm
  /** Chooses from the originals of earlier views, as far as the store has them, and not from those views. */
  readonly fromOriginals?: true
  readonly chooser: (input: ChooserInput) => Chooser
  /** Makes the strategy show what the gate demands. @default by keeping the blocks that contain it */
  readonly withMustShow?: (input: ChooserInput, mustShow: MustShow) => ChooserInput
  /**
   * The share of generated questions that its views should answer; turns the gate on unless the caller turns it off. @default
   * none
   */
  readonly probeShare?: number
  /** Changes the settings of any conversation, whichever strategy they name. @default not at all */
  readonly decide?: (conversation: Conversation, settings: Settings) => Settings
  /** Adds to the view what models write beside summaries. @default nothing */
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
  /** The view with drafts that a model has rewritten. */
  readonly revise: (drafts: readonly Draft[]) => ViewOutcome
}

/** A conversation, and how a view of it is chosen. */
export interface ViewSource {
  readonly conversation: Conversation
  readonly chooserFor: (settings: Settings) => GatedChooser
}

export interface ModelTurn extends ViewSource {
  readonly settings: Settings
  /** The messages as given, with the views of earlier rounds. */
  readonly given: Conversation
  readonly store: Store
  /** The original messages, where earlier rounds have replaced some by views and all of them can be restored. */
  restored(): Promise<ViewSource | undefined>
}

/** A view, and the chooser that can revise it. */
export interface ChosenView {
  readonly chosen: ViewOutcome
  readonly chooser: GatedChooser
}

/** A chooser with the quality gate. */
export interface GatedChooser extends Chooser {
  /** The revised view where it answers as many questions, else the chosen one. */
  readonly recheck: (chosen: ViewOutcome, revised: ViewOutcome) => ViewOutcome
}
