/** The flags of `compress` and `resume` for a model that writes summaries. */
import type { Command } from 'commander'
import { endpointSummarizer } from '../../models/endpoint-models.ts'
import type { EndpointKind } from '../../models/model.ts'
import type { ModelOptions } from '../../models/model-options.ts'
import { endpointOf, kindOption } from './writer-options.ts'

export interface SummarizerFlags {
  readonly summarizer?: string
  readonly summarizerModel?: string
  readonly summarizerKind?: EndpointKind
}

/** Never an option: other users can read the arguments of a process. */
const keyVariable = 'FOVEA_SUMMARIZER_KEY'

export function withSummarizerFlags(command: Command): Command {
  return command
    .option(
      '--summarizer <url>',
      `endpoint of a model that writes the summaries, each checked; its key is read from ${keyVariable}`,
    )
    .option('--summarizer-model <name>', 'which model that endpoint is asked for')
    .addOption(kindOption('--summarizer-kind'))
}

export function summarizerOptions(flags: SummarizerFlags): ModelOptions | undefined {
  const { summarizer: url, summarizerModel: model, summarizerKind: kind } = flags
  const endpoint = endpointOf('--summarizer', { url, model, kind }, keyVariable)
  return endpoint === undefined ? undefined : { summarizer: endpointSummarizer(endpoint) }
}
