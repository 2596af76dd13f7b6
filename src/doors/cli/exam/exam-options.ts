/** The options of `fovea evaluate --reader`, and the endpoints that they name. */
import type { Command } from 'commander'
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

export function withExamOptions(command: Command): Command {
  return command
    .optionsGroup(heading)
    .option(
      '--reader <url>',
      `endpoint of a model that is asked what it still knows from each view; its key is read from ${keyVariable}`,
    )
    .option(
      '-m, --model <name>',
      'which model that endpoint is asked for (default: the one that it has, where there is one)',
    )
    .addOption(kindOption('--reader-kind'))
    .option(
      '--examiner-model <name>',
      'which of its models writes the questions and grades (default: the same)',
    )
    .option(
      '--method <method>',
      `what to examine, may be given more than once: ${examMethodNames.join(', ')}; with a size as in fovea@2000, window@10%, fovea@4x; or NAME=COMMAND, which gets the messages as JSON on standard input and $FOVEA_BUDGET, and prints a view (default: ${defaultExamMethods.join(', ')})`,
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .option(
      '--questions <count>',
      `questions of a case at most (default: ${examDefaults.questions})`,
      countOption('--questions'),
    )
    .option('--cases <count>', `cases at most (default: ${examDefaults.cases})`, countOption('--cases'))
    .option(
      '--reader-price <in,out>',
      'price of a million of its tokens, to show costs before and after',
      pricesOf('--reader-price', '3,15'),
    )
    .option(
      '--reader-timeout <seconds>',
      'the longest wait for one answer (default: 300)',
      countOption('--reader-timeout'),
    )
    .option(
      '--max-prompt <tokens>',
      `what one prompt may take; a larger view is not read (default: ${examDefaults.maxPromptTokens})`,
      countOption('--max-prompt'),
    )
    .option(
      '--max-output <tokens>',
      `what one answer may take, with the thoughts of the model (default: ${examDefaults.maxOutputTokens})`,
      countOption('--max-output'),
    )
    .option(
      '--parallel <count>',
      `calls at the same time (default: ${examDefaults.parallel})`,
      countOption('--parallel'),
    )
    .option(
      '--folder <folder>',
      `where all of it is kept; the same command goes on from there (default: ${defaultFolder})`,
    )
    .option('--allow-secrets', 'send what is shaped like a credential too')
    .option('--dry-run', 'say what it would take, and call no model')
    .option('-y, --yes', 'start without asking')
}

/** Throws if an option of the exam is given without a reader. */
export function refuseWithoutReader(flags: ExamFlags, { options }: Command): void {
  for (const option of options)
    if (option.helpGroupHeading === heading && flags[option.attributeName() as keyof ExamFlags] !== undefined)
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
