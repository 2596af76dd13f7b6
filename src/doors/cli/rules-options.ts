/** The options of the message pipeline, as `compress` takes them. */
import { type Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { endpointSummarizer } from '../../models/endpoint-models.ts'
import type { EndpointKind } from '../../models/model.ts'
import type { ModelOptions } from '../../options.ts'
import type { RulesOptions } from '../../strategies/rules/rules-options.ts'
import { numberOption } from './number-option.ts'
import { endpointOf, kindOption } from './writer-options.ts'

export interface RulesFlags {
  readonly fuzzy?: number | true
  readonly importance?: number | true
  readonly contradictions?: number | true
  readonly preservePattern?: readonly RegExp[]
  readonly forceConverge?: true
  readonly names?: 'few' | 'many'
  readonly summarizer?: string
  readonly summarizerModel?: string
  readonly summarizerKind?: EndpointKind
}

/** Never an option: other users can read the arguments of a process. */
const keyVariable = 'FOVEA_SUMMARIZER_KEY'

export function withRulesOptions(command: Command): Command {
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
      '--preserve-pattern <regex>',
      'texts that match stay verbatim: an expression, or /expression/i; may be given more than once',
      addPattern,
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
    .option(
      '--summarizer <url>',
      `endpoint of a model that writes the summaries, each checked; its key is read from ${keyVariable}`,
    )
    .option('--summarizer-model <name>', 'which model that endpoint is asked for')
    .addOption(kindOption('--summarizer-kind'))
}

/** `undefined` if none of them is given: then the strategy need not be `rules`. */
export function givenRulesOptions({
  fuzzy,
  importance,
  contradictions,
  forceConverge,
  names,
}: RulesFlags): RulesOptions | undefined {
  const given: RulesOptions = {
    ...(fuzzy === undefined ? {} : { fuzzyDedup: true, fuzzyThreshold: numberIn(fuzzy) }),
    ...(importance === undefined
      ? {}
      : { importanceScoring: true, importanceThreshold: numberIn(importance) }),
    ...(contradictions === undefined
      ? {}
      : { contradictionDetection: true, contradictionTopicThreshold: numberIn(contradictions) }),
    ...(forceConverge === undefined ? {} : { forceConverge }),
    ...(names === undefined ? {} : { names }),
  }
  return Object.keys(given).length === 0 ? undefined : given
}

export function summarizerOptions(flags: RulesFlags): ModelOptions | undefined {
  const { summarizer: url, summarizerModel: model, summarizerKind: kind } = flags
  const endpoint = endpointOf('--summarizer', { url, model, kind }, keyVariable)
  return endpoint === undefined ? undefined : { summarizer: endpointSummarizer(endpoint) }
}

function numberIn(value: number | true): number | undefined {
  return value === true ? undefined : value
}

function addPattern(value: string, before: readonly RegExp[] = []): readonly RegExp[] {
  const [, source = value, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(value) ?? []
  try {
    return [...before, new RegExp(source, flags)]
  } catch (error) {
    throw optionError(`--preserve-pattern ${value} is no regular expression: ${(error as Error).message}`)
  }
}
