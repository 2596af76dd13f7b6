/** The options of `fovea evaluate --reader`, and the endpoints that they name. */
import { type Command, Option } from 'commander'
import { optionError } from '../../../errors.ts'
import { endpointKindOf } from '../../../models/endpoint-kinds.ts'
import type { EndpointKind, EndpointOptions } from '../../../models/model.ts'
import { servedModels } from '../../../models/served-models.ts'
import { defaultExamMethods, examMethodNames } from '../../../tools/evaluate/exam/exam-method.ts'
import { type ExamPrices, examDefaults } from '../../../tools/evaluate/exam/hold-exam.ts'
import { countOption } from '../number-option.ts'
import { kindOption, pricesOf } from '../writer-options.ts'

export interface ExamFlags {
  readonly reader?: string
  readonly model?: string
  readonly readerKind?: EndpointKind
  readonly readerTimeout?: number
  readonly readerPrice?: ExamPrices
  readonly examinerModel?: string
  readonly method?: readonly string[]
  readonly questions?: number
  readonly cases?: number
  readonly parallel?: number
  readonly folder?: string
  readonly maxPrompt?: number
  readonly maxOutput?: number
  readonly allowSecrets?: true
  readonly dryRun?: true
  readonly yes?: true
}

/** Never an option: other users can read the arguments of a process. */
const keyVariable = 'FOVEA_READER_KEY'
const heading = 'The reading exam (--reader):'
export const defaultFolder = 'fovea-exam'

function examOptions(): readonly Option[] {
  return [
    new Option(
      '--reader <url>',
      `endpoint of a model that is asked what it still knows from each view; its key is read from ${keyVariable}`,
    ),
    new Option(
      '-m, --model <name>',
      'which model that endpoint is asked for (default: the one that it has, where there is one)',
    ),
    kindOption('--reader-kind'),
    new Option(
      '--examiner-model <name>',
      'which of its models writes the questions and grades (default: the same)',
    ),
    new Option(
      '--method <method>',
      `what to examine, may be given more than once: ${examMethodNames.join(', ')}; with a size as in fovea@2000, window@10%, fovea@4x; or NAME=COMMAND, which gets the messages as JSON on standard input and $FOVEA_BUDGET, and prints a view (default: ${defaultExamMethods.join(', ')})`,
    ).argParser((value: string, before: readonly string[] = []) => [...before, value]),
    new Option(
      '--questions <count>',
      `questions of a case at most (default: ${examDefaults.questions})`,
    ).argParser(countOption('--questions')),
    new Option('--cases <count>', `cases at most (default: ${examDefaults.cases})`).argParser(
      countOption('--cases'),
    ),
    new Option(
      '--reader-price <in,out>',
      'price of a million of its tokens, to show costs before and after',
    ).argParser(pricesOf('--reader-price', '3,15')),
    new Option('--reader-timeout <seconds>', 'the longest wait for one answer (default: 300)').argParser(
      countOption('--reader-timeout'),
    ),
    new Option(
      '--max-prompt <tokens>',
      `what one prompt may take; a larger view is not read (default: ${examDefaults.maxPromptTokens})`,
    ).argParser(countOption('--max-prompt')),
    new Option(
      '--max-output <tokens>',
      `what one answer may take, with the thoughts of the model (default: ${examDefaults.maxOutputTokens})`,
    ).argParser(countOption('--max-output')),
    new Option('--parallel <count>', `calls at the same time (default: ${examDefaults.parallel})`).argParser(
      countOption('--parallel'),
    ),
    new Option(
      '--folder <folder>',
      `where all of it is kept; the same command goes on from there (default: ${defaultFolder})`,
    ),
    new Option('--allow-secrets', 'send what is shaped like a credential too'),
    new Option('--dry-run', 'say what it would take, and call no model'),
    new Option('-y, --yes', 'start without asking'),
  ]
}

export function withExamOptions(command: Command): Command {
  for (const option of examOptions()) command.addOption(option.helpGroup(heading))
  return command
}

/** Throws if an option of the exam is given without a reader. */
export function refuseWithoutReader(flags: ExamFlags): void {
  for (const option of examOptions())
    if (flags[option.attributeName() as keyof ExamFlags] !== undefined)
      throw optionError(`${option.long} needs --reader: the endpoint of a model.`)
}

/** The endpoints of the reader, and of the model that writes the questions and grades. */
export async function examEndpoints(flags: ExamFlags): Promise<{
  readonly reader: EndpointOptions
  readonly examiner?: EndpointOptions
}> {
  const { reader: url = '', readerKind, examinerModel } = flags
  const apiKey = process.env[keyVariable]
  const endpoint = {
    url,
    kind: readerKind ?? endpointKindOf(url),
    ...(apiKey === undefined ? {} : { apiKey }),
  }
  const reader = { ...endpoint, model: flags.model ?? (await onlyModel(endpoint)) }
  return { reader, ...(examinerModel === undefined ? {} : { examiner: { ...reader, model: examinerModel } }) }
}

const maxNamed = 12

/** A server of the user's own often has a single model. */
async function onlyModel(endpoint: Omit<EndpointOptions, 'model'>): Promise<string> {
  const served = await servedModels(endpoint)
  const [only, ...others] = served
  if (only !== undefined && others.length === 0) return only
  const known =
    served.length === 0
      ? ''
      : ` It has ${served.slice(0, maxNamed).join(', ')}${served.length > maxNamed ? ', …' : ''}.`
  throw optionError(`--reader needs --model: the name of the model to ask for.${known}`)
}
