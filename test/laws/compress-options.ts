/** Arbitrary options of a compression, every strategy among them. */
import fc from 'fast-check'
import type { AnchoredOptions } from '../../src/strategies/anchored/anchored-options.ts'
import type { AutoOptions } from '../../src/strategies/auto/auto-options.ts'
import type { CapOptions } from '../../src/strategies/cap/cap-options.ts'
import { readersOf, strategyNamed, strategyNames } from '../../src/strategies/index.ts'
import type {
  OptionsOfStrategies,
  SyncCompressOptions,
} from '../../src/strategies/options/compress-options.ts'
import { resolveOptions } from '../../src/strategies/options/resolve-options.ts'
import type { SharedOptions } from '../../src/strategies/options/shared-options.ts'
import type { PartitionOptions } from '../../src/strategies/partition/partition-options.ts'
import type { RulesOptions } from '../../src/strategies/rules/rules-options.ts'
import type { OptionName } from '../../src/strategies/strategy.ts'

/** A value for each option: the compiler asks for those of a new one. */
type Drawn<Options, Fixed extends keyof Options = never> = {
  readonly [Name in Exclude<keyof Options, Fixed>]-?: fc.Arbitrary<Exclude<Options[Name], undefined>>
}

/** Set by the laws themselves, or without influence on what a view shows. */
type SetByLaws =
  | 'store'
  | 'format'
  | 'counter'
  | 'state'
  | 'session'
  | 'dryRun'
  | 'strict'
  | 'onNote'
  | 'window'

const someOf = <Options>(drawn: Drawn<Options>): fc.Arbitrary<Partial<Options>> =>
  fc.record(drawn, { requiredKeys: [] }) as fc.Arbitrary<Partial<Options>>

const share = fc.double({ min: 0, max: 1, noNaN: true })

const rules = someOf<RulesOptions>({
  fuzzyDedup: fc.boolean(),
  fuzzyThreshold: share,
  importanceScoring: fc.boolean(),
  importanceThreshold: share,
  contradictionDetection: fc.boolean(),
  contradictionTopicThreshold: share,
  observationThreshold: fc.integer({ min: 50, max: 2000 }),
  forceConverge: fc.boolean(),
  minRecencyWindow: fc.nat({ max: 4 }),
  names: fc.constantFrom('few', 'many'),
  embedSummaryId: fc.boolean(),
  sourceVersion: fc.nat({ max: 3 }),
})

const partition = someOf<Omit<PartitionOptions, 'times' | 'since' | 'clock'>>({
  share,
  window: fc.integer({ min: 50, max: 5000 }),
})

const drawnOptions: Drawn<SharedOptions & OptionsOfStrategies, SetByLaws> = {
  budget: fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent): `${number}%` => `${percent}%`),
    fc.integer({ min: 1, max: 5000 }),
  ),
  reserved: fc.nat({ max: 200 }),
  exactCounts: fc.boolean(),
  recencyWindow: fc.integer({ min: 0, max: 6 }),
  minBlockTokens: fc.integer({ min: 1, max: 200 }),
  preserve: fc.subarray(['system', 'developer', 'user', 'assistant'] as const),
  preservePatterns: fc.subarray([/login/, /\d{3}/]),
  pins: fc.array(fc.nat({ max: 10 }), { maxLength: 2 }),
  dedup: fc.boolean(),
  compressionThreshold: fc.nat({ max: 500 }),
  instructions: fc.constantFrom('fit', 'verbatim'),
  gate: fc.constantFrom('off', 'on', 'strict'),
  secrets: fc.constantFrom('show', 'mask'),
  expandWith: fc.constantFrom('fovea expand', 'expand'),
  trace: fc.boolean(),
  handles: fc.constantFrom('named', 'none'),
  focus: fc.constantFrom('fix the login redirect in src/a.ts', ''),
  cap: someOf<CapOptions>({ maxBlockTokens: fc.integer({ min: 60, max: 600 }) }),
  anchored: someOf<AnchoredOptions>({ rehydrate: fc.boolean() }),
  auto: someOf<AutoOptions>({ speed: fc.boolean() }),
  rules,
  partition,
}

const anyOptions = fc.record(
  { ...drawnOptions, strategy: fc.constantFrom(...strategyNames()) },
  { requiredKeys: [] },
)

type AnyOptions = typeof anyOptions extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** With what its strategy reads, and nothing else. */
function readOptions(given: Omit<AnyOptions, 'strategy'> & { strategy?: string }): SyncCompressOptions {
  // Coverage is for budgets.
  const budget = given.budget ?? (given.strategy === 'coverage' ? 300 : undefined)
  const strategy = given.strategy ?? (budget === undefined ? 'rules' : 'coverage')
  const { reads } = strategyNamed(strategy)
  const options = Object.fromEntries(
    Object.entries({ ...given, budget, strategy }).filter(
      ([name]) => readersOf(name as OptionName).length === 0 || reads?.includes(name as OptionName),
    ),
  ) as SyncCompressOptions
  resolveOptions(options)
  return options
}

export const compressOptions: fc.Arbitrary<SyncCompressOptions> = anyOptions.map(readOptions)

/** For the strategy that chooses among the others, with a window or without. */
export const automaticOptions: fc.Arbitrary<SyncCompressOptions> = fc
  .tuple(anyOptions, fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }))
  .map(([given, window]) =>
    readOptions({ ...given, strategy: 'auto', ...(window === undefined ? {} : { window }) }),
  )
