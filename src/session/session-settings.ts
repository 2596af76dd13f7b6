/** The options of a session, resolved once. */
import { formatNamed } from '../formats/index.ts'
import { defaultOutputTokens } from '../reduce/shorten-output/reduce-output.ts'
import { checkedCounter } from '../settings/checked-counter.ts'
import { checkedStore } from '../settings/checked-store.ts'
import { atLeast, callback, flag, invalidOption, oneOf, text } from '../settings/invalid-option.ts'
import { checkNames, type NamesOf, type OptionNames } from '../settings/option-names.ts'
import { compressOptionNames } from '../strategies/options/compress-option-names.ts'
import { resolveOptions } from '../strategies/options/resolve-options.ts'
import type {
  MemoryLimits,
  Prices,
  SessionOptions,
  SessionsOptions,
  ShortenOutputsOptions,
  StepOptions,
} from './session-types.ts'

export interface SessionSettings {
  readonly prices: Prices
  /** Maximum tokens of a request. */
  readonly maxTokens: number
  /** The water marks of the caller. */
  readonly lines: { readonly highWater: number | undefined; readonly lowWater: number | undefined }
  readonly maxExtraCost: number
  readonly shortenOutputs: Required<ShortenOutputsSettings> | undefined
  readonly clock: (() => number) | undefined
}

type ShortenOutputsSettings = {
  [Key in keyof ShortenOutputsOptions]: Exclude<ShortenOutputsOptions[Key], undefined>
}

/** Anthropic's multiples for a cache of five minutes. */
const defaultPrices: Prices = { read: 0.1, write: 1.25 }
const defaultWindow = 200_000
const defaultMaxExtraCost = 0.02
const defaultShortenFrom = 8000

const priceNames: NamesOf<Prices> = { read: true, write: true, ttlSeconds: true, perMillion: true }
const shortenNames: NamesOf<ShortenOutputsOptions> = {
  from: true,
  maxTokens: true,
  files: true,
  secrets: true,
}
const memoryNames: NamesOf<MemoryLimits> = { bytes: true, idleMs: true }

/** All options of a session except those that identify it. */
export const sessionTuningNames: NamesOf<Omit<SessionOptions, 'id' | 'store' | 'format'>> = {
  counter: true,
  prices: priceNames,
  window: true,
  headroom: true,
  highWater: true,
  lowWater: true,
  maxExtraCost: true,
  shortenOutputs: shortenNames,
  compress: compressOptionNames,
  clock: true,
}

const sessionOptionNames: NamesOf<SessionOptions> = {
  id: true,
  store: true,
  format: true,
  ...sessionTuningNames,
}

/** All options of many sessions. */
export const sessionsOptionNames: NamesOf<SessionsOptions> = { ...sessionOptionNames, memory: memoryNames }

export const stepOptionNames: NamesOf<StepOptions> = {
  dryRun: true,
  added: true,
  tools: true,
  again: true,
  timeoutMs: true,
  keepView: true,
  isWanted: true,
}

/** Throws `invalid-option`. */
export function resolveSession(
  options: SessionOptions,
  names: OptionNames = sessionOptionNames,
): SessionSettings {
  checkNames(options, names)
  checkedStore(options.store)
  checkedCounter(options.counter)
  if (options.format !== undefined) formatNamed(options.format)
  if (options.id !== undefined) text('id', options.id)
  if (options.clock !== undefined) callback('clock', options.clock)
  // An epoch has its own budget.
  if (options.compress !== undefined) resolveOptions({ ...options.compress, budget: 1 })
  const {
    window = defaultWindow,
    prices = defaultPrices,
    shortenOutputs = {},
    maxExtraCost = defaultMaxExtraCost,
  } = options
  const { headroom = window / 10 } = options
  atLeast(1, 'window', window)
  atLeast(0, 'headroom', headroom)
  const maxTokens = window - headroom
  if (maxTokens <= 0) throw invalidOption('headroom', headroom, `less than the window, which is ${window}`)
  const lines = { highWater: options.highWater, lowWater: options.lowWater }
  const { highWater, lowWater } = waterMarks(lines, maxTokens)
  atLeast(1, 'highWater', highWater)
  atLeast(1, 'lowWater', lowWater)
  atLeast(0, 'maxExtraCost', maxExtraCost)
  const { read, write, ttlSeconds = 0, perMillion = 0 } = prices
  for (const [name, value] of Object.entries({ read, write, ttlSeconds, perMillion }))
    atLeast(0, `prices.${name}`, value)
  if (lowWater >= highWater)
    throw invalidOption('lowWater', lowWater, `less than highWater, which is ${highWater}`)
  return {
    prices,
    maxTokens,
    lines,
    maxExtraCost,
    shortenOutputs: resolveShortenOutputs(shortenOutputs, options.compress?.secrets),
    clock: options.clock,
  }
}

function resolveShortenOutputs(
  shortenOutputs: ShortenOutputsOptions | false,
  usual: ShortenOutputsOptions['secrets'] = 'mask',
): SessionSettings['shortenOutputs'] {
  if (shortenOutputs === false) return undefined
  if (typeof shortenOutputs !== 'object' || shortenOutputs === null)
    throw invalidOption('shortenOutputs', shortenOutputs, 'a group of options, or false')
  const {
    from = defaultShortenFrom,
    maxTokens = defaultOutputTokens,
    files = false,
    secrets = usual,
  } = shortenOutputs
  atLeast(1, 'shortenOutputs.from', from)
  atLeast(1, 'shortenOutputs.maxTokens', maxTokens)
  flag('shortenOutputs.files', files)
  oneOf(['show', 'mask'], 'shortenOutputs.secrets', secrets)
  return { from, maxTokens: Math.min(maxTokens, from), files, secrets }
}

/** The tokens of messages from which an epoch may begin, and how many it leaves. */
interface WaterMarks {
  readonly highWater: number
  readonly lowWater: number
}

/** Chosen by replaying long sessions: lower marks cost less and show less. */
const defaultHighWater = 45_000
const highWaterShare = 0.6
const lowWaterShare = 0.55

/** Those of the caller, or else by the room in the window. */
export function waterMarks(
  named: { readonly [Line in keyof WaterMarks]: number | undefined },
  room: number,
): WaterMarks {
  const highWater = named.highWater ?? Math.min(defaultHighWater, room * highWaterShare)
  return { highWater, lowWater: named.lowWater ?? highWater * lowWaterShare }
}
