/** What the strategy `rules` alone reads. */
import { defaults, type RulesOptions } from '../../options.ts'
import { atLeast, oneOf } from '../../settings/invalid-option.ts'
import type { OptionGroup } from '../../settings/option-group.ts'
import type { NamesOf } from '../../settings/option-names.ts'

export interface RulesSettings {
  /** Thresholds of what was asked for; absent where it was not. */
  readonly fuzzyThreshold: number | undefined
  readonly contradictionTopicThreshold: number | undefined
  readonly importanceScoring: boolean
  readonly importanceThreshold: number
  /** Above so many tokens the rules of recency, shortness, importance and form do not hold a text back. */
  readonly observationThreshold: number
  readonly minRecencyWindow: number
  readonly forceConverge: boolean
  /** Texts of so many characters and more are cut to their beginning, where nothing else helps. */
  readonly truncateFrom: number
  readonly names: 'few' | 'many'
  readonly embedSummaryId: boolean
  readonly sourceVersion: number
}

const names: NamesOf<RulesOptions> = {
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
}

export const rulesOptions: OptionGroup<RulesSettings> = {
  name: 'rules',
  names,
  resolve: ({ rules = {} }) => {
    const number = (name: keyof typeof defaults.rules): number =>
      atLeast(0, `rules.${name}`, rules[name] ?? defaults.rules[name])
    const { observationThreshold = Number.POSITIVE_INFINITY } = rules
    return {
      fuzzyThreshold: rules.fuzzyDedup ? number('fuzzyThreshold') : undefined,
      contradictionTopicThreshold: rules.contradictionDetection
        ? number('contradictionTopicThreshold')
        : undefined,
      importanceScoring: rules.importanceScoring ?? false,
      importanceThreshold: number('importanceThreshold'),
      observationThreshold: atLeast(1, 'rules.observationThreshold', observationThreshold),
      minRecencyWindow: number('minRecencyWindow'),
      forceConverge: rules.forceConverge ?? false,
      truncateFrom: Number.POSITIVE_INFINITY,
      names: oneOf(['few', 'many'], 'rules.names', rules.names ?? 'many'),
      embedSummaryId: rules.embedSummaryId ?? false,
      sourceVersion: rules.sourceVersion ?? 0,
    }
  },
}
