/** Every option and its default, resolved in one place. */
import { FoveaError } from './errors.ts'
import type { FormatName, Role, SessionInfo, Store, StrategyName, TokenCounter } from './types.ts'

export interface CompressOptions<StoreKind extends Store = Store> {
  /** Where originals go. @default in memory, handed back as `verbatim` */
  readonly store?: StoreKind | undefined
  /** The most tokens the view may cost: a number, or a share of the input such as `'30%'`. @default no budget */
  readonly budget?: number | `${number}%` | undefined
  /** Tokens that the request costs beside its messages (system, tools); they count against the budget. @default 0 */
  readonly reserved?: number | undefined
  /** The shape of the messages. @default detected */
  readonly format?: FormatName | undefined
  /** @default 'cap' */
  readonly strategy?: StrategyName | undefined
  /** Counts what is emitted. @default o200k_base, exact */
  readonly counter?: TokenCounter | undefined
  /** Counts as this model would; ignored where `counter` is given. @default none */
  readonly model?: string | undefined
  /** Roles that stay verbatim. @default ['system', 'developer'] */
  readonly preserve?: readonly Role[] | undefined
  /** How many of the newest messages stay verbatim. @default 4 */
  readonly recent?: number | undefined
  /** Messages that stay verbatim, by index or by id. @default [] */
  readonly pins?: readonly (number | string)[] | undefined
  /** Blocks that match stay verbatim. @default [] */
  readonly preservePatterns?: readonly RegExp[] | undefined
  /** Without a budget, no block that may be reduced stays above this many tokens. @default 2000 */
  readonly maxBlockTokens?: number | undefined
  /** Smallest block worth a reference or an excerpt, in tokens. @default 80 */
  readonly minBlockTokens?: number | undefined
  /** Recorded with the receipt. @default none */
  readonly session?: string | SessionInfo | undefined
  /** Compute everything, store nothing. @default false */
  readonly dryRun?: boolean | undefined
  /** Throw what would otherwise be a note beside the unchanged input. @default false */
  readonly strict?: boolean | undefined
}

type Default =
  | 'strategy'
  | 'preserve'
  | 'recent'
  | 'pins'
  | 'preservePatterns'
  | 'maxBlockTokens'
  | 'minBlockTokens'

export const defaults: Required<{ readonly [Option in Default]: NonNullable<CompressOptions[Option]> }> = {
  strategy: 'cap',
  preserve: ['system', 'developer'],
  recent: 4,
  pins: [],
  preservePatterns: [],
  maxBlockTokens: 2000,
  minBlockTokens: 80,
}

export interface Settings {
  readonly store: Store | undefined
  readonly budget: { readonly tokens: number } | { readonly share: number } | undefined
  readonly reserved: number
  readonly format: FormatName | undefined
  readonly strategy: StrategyName
  readonly counter: TokenCounter | undefined
  readonly model: string | undefined
  readonly preserve: readonly Role[]
  readonly recent: number
  readonly pins: readonly (number | string)[]
  readonly preservePatterns: readonly RegExp[]
  readonly maxBlockTokens: number
  readonly minBlockTokens: number
  readonly session: SessionInfo | undefined
  readonly dryRun: boolean
}

export function resolveOptions(options: CompressOptions): Settings {
  const { session } = options
  return {
    store: options.store,
    budget: options.budget === undefined ? undefined : resolveBudget(options.budget),
    reserved: atLeast(0, 'reserved', options.reserved ?? 0),
    format: options.format,
    strategy: options.strategy ?? defaults.strategy,
    counter: options.counter,
    model: options.model,
    preserve: options.preserve ?? defaults.preserve,
    recent: atLeast(0, 'recent', options.recent ?? defaults.recent),
    pins: options.pins ?? defaults.pins,
    preservePatterns: options.preservePatterns ?? defaults.preservePatterns,
    maxBlockTokens: atLeast(1, 'maxBlockTokens', options.maxBlockTokens ?? defaults.maxBlockTokens),
    minBlockTokens: atLeast(1, 'minBlockTokens', options.minBlockTokens ?? defaults.minBlockTokens),
    session: typeof session === 'string' ? { id: session } : session,
    dryRun: options.dryRun ?? false,
  }
}

/** `12000`, `'12000'` or `'30%'`. */
export function resolveBudget(budget: number | string): { tokens: number } | { share: number } {
  const number = typeof budget === 'number' ? budget : Number(budget.replace(/%$/, '') || Number.NaN)
  const isShare = typeof budget === 'string' && budget.endsWith('%')
  if (!Number.isFinite(number) || number <= 0 || (isShare && number > 100))
    throw new FoveaError(
      'invalid-option',
      `budget is ${JSON.stringify(budget)}; it must be a number of tokens above 0, or a share such as "30%".`,
    )
  return isShare ? { share: number / 100 } : { tokens: Math.floor(number) }
}

function atLeast(least: number, option: string, value: number): number {
  if (!(value >= least))
    throw new FoveaError(
      'invalid-option',
      `${option} is ${String(value)}; it must be a number of at least ${least}.`,
    )
  return value
}
