/** The options of commands that let a model write a note, and the endpoint that they name. */
import { type Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { endpointKindNames, endpointKindOf } from '../../models/endpoint-kinds.ts'
import type { EndpointKind, EndpointOptions } from '../../models/model.ts'
import type { ModelOptions, WriterPrices } from '../../models/model-options.ts'
import { present } from '../../tokens/json-value.ts'
import { numberOption } from './number-option.ts'

export interface WriterFlags {
  readonly writer?: string
  readonly writerModel?: string
  readonly writerKind?: EndpointKind
  readonly writerTimeout?: number
  readonly writerPrice?: WriterPrices
}

/** Never an option: other users can read the arguments of a process. */
const keyVariable = 'FOVEA_WRITER_KEY'

export function withWriterOptions(command: Command): Command {
  return withEndpointOptions(command, 'writes a note from a larger view, each sentence checked').option(
    '--writer-price <in,out>',
    'price of a million of its tokens, to show costs',
    pricesOf('--writer-price', '1,5'),
  )
}

export function kindOption(flag: string): Option {
  const description = 'which API it has (default: by its host, else openai)'
  return new Option(`${flag} <kind>`, description).choices(endpointKindNames)
}

/** Only the options of the endpoint, for a model with this task. */
export function withEndpointOptions(command: Command, does: string): Command {
  return command
    .option('--writer <url>', `endpoint of a model that ${does}; its key is read from ${keyVariable}`)
    .option('--writer-model <name>', 'which model that endpoint is asked for')
    .addOption(kindOption('--writer-kind'))
    .option(
      '--writer-timeout <seconds>',
      'how long to wait for its answer (default: 120)',
      numberOption('--writer-timeout', { min: 0.001 }),
    )
}

/** The model's endpoint; `undefined` if none is given. */
export function writerEndpoint(flags: WriterFlags): EndpointOptions | undefined {
  const { writer: url, writerModel: model, writerKind: kind } = flags
  return endpointOf('--writer', { url, model, kind }, keyVariable)
}

/** The endpoint that an option and its companions name; `undefined` without an address. */
export function endpointOf(
  option: string,
  {
    url,
    model,
    kind,
  }: { readonly [Name in 'url' | 'model']: string | undefined } & {
    readonly kind: EndpointKind | undefined
  },
  keyVariable: string,
): EndpointOptions | undefined {
  if (url === undefined) {
    const alone = model === undefined ? kind && 'kind' : 'model'
    if (alone !== undefined) throw optionError(`${option}-${alone} needs ${option}: the endpoint of a model.`)
    return undefined
  }
  if (model === undefined)
    throw optionError(`${option} needs ${option}-model: the name of the model to ask for.`)
  return { url, model, kind: kind ?? endpointKindOf(url), ...present({ apiKey: process.env[keyVariable] }) }
}

/** Limits and prices, for code that calls the endpoint. */
export function writerLimits({ writerTimeout, writerPrice }: WriterFlags): ModelOptions {
  const timeoutMs = writerTimeout === undefined ? undefined : writerTimeout * 1000
  return present({ timeoutMs, writerPrices: writerPrice })
}

/** Parses two prices. `example`: two prices for the error message. */
export function pricesOf(option: string, example: string): (value: string) => WriterPrices {
  return value => {
    const [input = Number.NaN, output = Number.NaN, ...more] = value.split(',').map(Number)
    if (!(input >= 0 && output >= 0) || more.length > 0)
      throw optionError(`${option} ${value} is not of the form ${example}.`)
    return { input, output }
  }
}
