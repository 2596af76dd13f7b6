/** Every option of `compress`: those that all strategies share, and each strategy with the ones that it reads. */
import type { ModelOptions } from '../../models/model-options.ts'
import type { SyncStore } from '../../store/store.ts'
import type { ResumeState, StrategyName } from '../../types.ts'
import type { AnchoredOptions } from '../anchored/anchored-options.ts'
import type { AutoOptions } from '../auto/auto-options.ts'
import type { CapOptions } from '../cap/cap-options.ts'
import type { PartitionOptions } from '../partition/partition-options.ts'
import type { RulesOptions } from '../rules/rules-options.ts'
import type { SharedOptions } from './shared-options.ts'

/**
 * Options that only some strategies read; `StrategyOptions` says which. `focus`, `handles` and `state` are in no group: strategies
 * that share nothing else read them, and a caller who names another strategy need not move them.
 */
export interface OptionsOfStrategies {
  /** What the agent is about to do; text about it gets a higher weight. @default none */
  readonly focus: string
  /** Whether the view shows handles of originals; an agent that cannot expand them needs none. @default 'named' */
  readonly handles: 'named' | 'none'
  /** The `state` of the previous round, to continue from. @default none, all is read */
  readonly state: ResumeState
  readonly rules: RulesOptions
  readonly cap: CapOptions
  /** The zones, and how age is measured. @default 30 % preserved, ages in turns */
  readonly partition: PartitionOptions
  readonly anchored: AnchoredOptions
  readonly auto: AutoOptions
}

type Reading<Names extends keyof OptionsOfStrategies> = {
  readonly [Name in keyof OptionsOfStrategies]?: Name extends Names
    ? OptionsOfStrategies[Name] | undefined
    : undefined
}

/**
 * Strategies that were added, each with the names of the options that it reads. A program declares its own:
 * `declare module 'fovea' { interface AddedStrategies { mine: 'focus' | 'handles' } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs add the members.
export interface AddedStrategies {}

type OptionsOfAdded = {
  [Name in keyof AddedStrategies]: { readonly strategy: Name } & Reading<
    Extract<AddedStrategies[Name], keyof OptionsOfStrategies>
  >
}[keyof AddedStrategies]

/** A strategy with the options that it reads. */
export type StrategyOptions =
  | ({
      /** @default 'coverage' with a budget, else 'auto' with a window, else 'rules' */
      readonly strategy?: undefined
    } & Reading<'focus' | 'handles' | 'state' | 'rules' | 'anchored' | 'auto'>)
  | ({ readonly strategy: 'auto' } & Reading<'focus' | 'handles' | 'state' | 'anchored' | 'auto'>)
  | ({ readonly strategy: 'coverage' } & Reading<'focus' | 'handles'>)
  | ({ readonly strategy: 'rules' } & Reading<'rules'>)
  | ({ readonly strategy: 'cap' } & Reading<'cap'>)
  | ({ readonly strategy: 'partition' } & Reading<'partition'>)
  | ({ readonly strategy: 'anchored' | 'hybrid' } & Reading<'handles' | 'state' | 'anchored'>)
  | ({ readonly strategy: 'regenerative' | 'opaque' } & Reading<'handles' | 'state'>)
  | ({ readonly strategy: 'window' | 'importance' } & Reading<'handles'>)
  | OptionsOfAdded
  /** A strategy that a variable names: which options it reads is not known here. */
  | ({ readonly strategy?: StrategyName | undefined } & Reading<never>)

/** Options of `compressSync`. */
export type SyncCompressOptions = SharedOptions<SyncStore> &
  StrategyOptions & { readonly model?: undefined; readonly workers?: undefined }

/** Options of `compress`. */
export type CompressOptions = SharedOptions &
  StrategyOptions & {
    /** What a model may do; each answer is checked before it is used. @default nothing, deterministic */
    readonly model?: ModelOptions | undefined
    /**
     * How many worker threads help to read a history of more than a million characters. They do not change the view. @default 0
     */
    readonly workers?: number | undefined
  }
