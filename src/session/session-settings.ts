/** The options of a session, resolved once. */
import { FoveaError } from '../errors.ts'
import { defaultOutputTokens } from '../reduce/output/reduce-output.ts'
import type { BirthOptions, Prices, SessionOptions } from './session-types.ts'
import { waterMarks } from './water-marks.ts'

export interface SessionSettings {
  readonly prices: Prices
  /** Tokens that a request may have. */
  readonly most: number
  /** As the caller named them. */
  readonly lines: { readonly fill: number | undefined; readonly drain: number | undefined }
  readonly risk: number
  readonly birth: Required<BirthSettings> | undefined
  readonly clock: (() => number) | undefined
}

type BirthSettings = { [Key in keyof BirthOptions]: Exclude<BirthOptions[Key], undefined> }

/** Anthropic's multiples for a cache of five minutes. */
const defaultPrices: Prices = { read: 0.1, write: 1.25 }
const defaultWindow = 200_000
const defaultRisk = 0.02
const defaultBirth = 8000

/** Throws `invalid-option`. */
export function resolveSession(options: SessionOptions): SessionSettings {
  const { window = defaultWindow, prices = defaultPrices, birth = {}, risk = defaultRisk } = options
  const { headroom = window / 10 } = options
  const most = window - headroom
  const lines = { fill: options.fill, drain: options.drain }
  const { fill, drain } = waterMarks(lines, most)
  for (const [name, value] of Object.entries({ window, fill, drain })) atLeast(1, name, value)
  for (const [name, value] of Object.entries({ headroom, risk, read: prices.read, write: prices.write }))
    atLeast(0, name, value)
  if (drain >= fill) throw invalid('drain', drain, `less than fill, which is ${fill}`)
  if (most <= 0) throw invalid('headroom', headroom, 'less than the window')
  return {
    prices,
    most,
    lines,
    risk,
    birth: resolveBirth(birth, options.compress?.secrets),
    clock: options.clock,
  }
}

function resolveBirth(
  birth: BirthOptions | false,
  usual: BirthOptions['secrets'] = 'mask',
): SessionSettings['birth'] {
  if (birth === false) return undefined
  const { from = defaultBirth, maxTokens = defaultOutputTokens, files = false, secrets = usual } = birth
  atLeast(1, 'birth.from', from)
  atLeast(1, 'birth.maxTokens', maxTokens)
  return { from, maxTokens: Math.min(maxTokens, from), files, secrets }
}

function atLeast(least: number, option: string, value: number): void {
  if (!(value >= least)) throw invalid(option, value, `a number of at least ${least}`)
}

function invalid(option: string, value: unknown, wanted: string): FoveaError {
  return new FoveaError('invalid-option', `${option} is ${String(value)}; it must be ${wanted}.`)
}
