/** Options as the pipeline reads them: checked, with every default filled in. */
import type { ClassifierMode } from '../models/model.ts'
import type { ModelOptions } from '../models/model-options.ts'
import type { AutoReport } from '../receipt.ts'
import type { SessionInfo, Store } from '../store/store.ts'
import type { FormatName, GateMode, ResumeState, Role, StrategyName, TokenCounter } from '../types.ts'
import type { Budget } from './budget.ts'
import type { OwnSettings } from './option-group.ts'

export interface Settings {
  readonly store: Store | undefined
  readonly budget: Budget | undefined
  readonly reserved: number
  readonly format: FormatName | undefined
  readonly strategy: StrategyName
  readonly counter: TokenCounter | string | undefined
  readonly exactCounts: boolean
  readonly preserve: readonly Role[]
  readonly recencyWindow: number
  /** How many messages the caller wants kept; absent where the strategy decides. */
  readonly keep: number | undefined
  readonly state: ResumeState | undefined
  /** Settings that only some strategies read; `ownSettings` returns those of a group. */
  readonly own: OwnSettings
  readonly pins: readonly (number | string)[]
  readonly preservePatterns: readonly RegExp[]
  readonly compressionThreshold: number
  readonly focus: string
  readonly handles: 'named' | 'none'
  readonly expandWith: string | undefined
  readonly instructions: 'fit' | 'verbatim'
  readonly minBlockTokens: number
  readonly dedup: boolean
  /** With the default of `classifierMode`. */
  readonly model: ModelOptions & { readonly classifierMode: ClassifierMode }
  readonly window: number | string | undefined
  /** What was decided for a window or the strategy `auto`. */
  readonly auto: AutoReport | undefined
  /** Absent where the strategy decides. */
  readonly gate: GateMode | undefined
  /** Words that the view must show, in lower case, as far as the budget allows; set by the gate. */
  readonly mustShow: ReadonlySet<string>
  readonly secrets: 'show' | 'mask'
  readonly session: SessionInfo | undefined
  readonly trace: boolean
  readonly dryRun: boolean
}
