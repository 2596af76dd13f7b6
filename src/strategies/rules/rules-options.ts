/** Options of the strategy `rules`. */
import { atLeast, flag, oneOf } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'

/** Options of the strategy `rules`. */
export interface RulesOptions {
  /** Also replaces nearly equal texts by a reference to one of them. @default false */
  readonly fuzzyDedup?: boolean | undefined
  /** The share of lines that near-duplicates have in common. @default 0.85 */
  readonly fuzzyThreshold?: number | undefined
  /** Keep messages that later ones build on. @default false */
  readonly importanceScoring?: boolean | undefined
  /** The importance from which on a message is kept. @default 0.65 */
  readonly importanceThreshold?: number | undefined
  /** Replaces messages that a later one corrects by a line about it. @default false */
  readonly contradictionDetection?: boolean | undefined
  /** The share of their subject that a statement and its correction have in common. @default 0.15 */
  readonly contradictionTopicThreshold?: number | undefined
  /** Texts above this many tokens are reduced, whatever they contain and however recent they are. @default none */
  readonly observationThreshold?: number | undefined
  /** Under a budget, the smallest recency window. @default 0 */
  readonly minRecencyWindow?: number | undefined
  /** Under a budget that summaries do not meet, cuts the longest texts to their first 512 characters. @default false */
  readonly forceConverge?: boolean | undefined
  /**
   * How many names and numbers summaries of tools' output list: `many` is one for 80 characters, `few` one for 200 and at
   * most 15, which saves more and shows less. @default 'many'
   */
  readonly names?: 'few' | 'many' | undefined
  /** Name each summary's identifier in its text. @default false */
  readonly embedSummaryId?: boolean | undefined
  /** Recorded as the version of the source in each summary's provenance. @default 0 */
  readonly sourceVersion?: number | undefined
}

type Switch =
  | 'fuzzyDedup'
  | 'importanceScoring'
  | 'contradictionDetection'
  | 'forceConverge'
  | 'embedSummaryId'

const defaults = {
  fuzzyThreshold: 0.85,
  importanceThreshold: 0.65,
  contradictionTopicThreshold: 0.15,
  minRecencyWindow: 0,
}

export interface RulesSettings {
  /** Thresholds; absent where the option is off. */
  readonly fuzzyThreshold: number | undefined
  readonly contradictionTopicThreshold: number | undefined
  readonly importanceScoring: boolean
  readonly importanceThreshold: number
  /** A text above this many tokens is reduced even if it is recent, short, important or of a form that is kept. */
  readonly observationThreshold: number
  readonly minRecencyWindow: number
  readonly forceConverge: boolean
  /** Texts of at least this many characters are cut to their beginning, where nothing else helps. */
  readonly truncateFrom: number
  readonly names: 'few' | 'many'
  readonly embedSummaryId: boolean
  readonly sourceVersion: number
}

export const rulesOptions: OptionGroup<'rules', RulesOptions, RulesSettings> = {
  name: 'rules',
  names: {
    fuzzyDedup: true,
    fuzzyThreshold: true,
    importanceScoring: true,
    importanceThreshold: true,
    contradictionDetection: true,
    contradictionTopicThreshold: true,
    observationThreshold: true,
    minRecencyWindow: true,
    forceConverge: true,
    names: true,
    embedSummaryId: true,
    sourceVersion: true,
  },
  resolve: rules => {
    const number = (name: keyof typeof defaults): number =>
      atLeast(0, `rules.${name}`, rules[name] ?? defaults[name])
    const switched = (name: Switch): boolean => flag(`rules.${name}`, rules[name] ?? false)
    const { observationThreshold = Number.POSITIVE_INFINITY } = rules
    return {
      fuzzyThreshold: switched('fuzzyDedup') ? number('fuzzyThreshold') : undefined,
      contradictionTopicThreshold: switched('contradictionDetection')
        ? number('contradictionTopicThreshold')
        : undefined,
      importanceScoring: switched('importanceScoring'),
      importanceThreshold: number('importanceThreshold'),
      observationThreshold: atLeast(1, 'rules.observationThreshold', observationThreshold),
      minRecencyWindow: number('minRecencyWindow'),
      forceConverge: switched('forceConverge'),
      truncateFrom: Number.POSITIVE_INFINITY,
      names: oneOf(['few', 'many'], 'rules.names', rules.names ?? 'many'),
      embedSummaryId: switched('embedSummaryId'),
      sourceVersion: atLeast(0, 'rules.sourceVersion', rules.sourceVersion ?? 0),
    }
  },
}
