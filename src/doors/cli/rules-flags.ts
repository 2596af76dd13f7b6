/** The flags of `compress` and `resume` for the options of the strategy `rules`. */
import { type Command, Option } from 'commander'
import type { RulesOptions } from '../../strategies/rules/rules-options.ts'
import { present } from '../../tokens/json-value.ts'
import { numberOption } from './number-option.ts'

export interface RulesFlags {
  readonly fuzzy?: number | true
  readonly importance?: number | true
  readonly contradictions?: number | true
  readonly forceConverge?: true
  readonly names?: 'few' | 'many'
}

export function withRulesFlags(command: Command): Command {
  return command
    .option(
      '--fuzzy [share]',
      'rules: keep one of nearly equal texts; how much of their lines they share (default: 0.85)',
      numberOption('--fuzzy', { max: 1 }),
    )
    .option(
      '--importance [score]',
      'rules: keep messages that later ones build on, from this score (default: 0.65)',
      numberOption('--importance', { max: 1 }),
    )
    .option(
      '--contradictions [share]',
      'rules: replace messages that a later one corrects by a line about it; how much of their subject they share (default: 0.15)',
      numberOption('--contradictions', { max: 1 }),
    )
    .option(
      '--force-converge',
      'rules, under a budget: where summaries do not meet it, cut the longest texts',
    )
    .addOption(
      new Option(
        '--names <amount>',
        "rules: how many names and numbers summaries of tools' output list; few saves more (default: many)",
      ).choices(['few', 'many']),
    )
}

/** `undefined` if none of them is given: then the strategy need not be `rules`. */
export function rulesOptionsOf(flags: RulesFlags): RulesOptions | undefined {
  const { fuzzy, importance, contradictions, forceConverge, names } = flags
  const isOn = (value: number | true | undefined): true | undefined => (value === undefined ? value : true)
  const given: RulesOptions = present({
    fuzzyDedup: isOn(fuzzy),
    fuzzyThreshold: numberIn(fuzzy),
    importanceScoring: isOn(importance),
    importanceThreshold: numberIn(importance),
    contradictionDetection: isOn(contradictions),
    contradictionTopicThreshold: numberIn(contradictions),
    forceConverge,
    names,
  })
  return Object.keys(given).length === 0 ? undefined : given
}

function numberIn(value: number | true | undefined): number | undefined {
  return value === true ? undefined : value
}
