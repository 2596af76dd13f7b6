/** Arbitrary options of a compression, every strategy among them. */
import fc from 'fast-check'
import type { SyncCompressOptions } from '../../src/strategies/compress-options.ts'
import { readersOf, strategyNamed, strategyNames } from '../../src/strategies/index.ts'
import { resolveOptions } from '../../src/strategies/resolve-options.ts'
import type { OptionName } from '../../src/strategies/strategy.ts'

const anyOptions = fc.record(
  {
    budget: fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((percent): `${number}%` => `${percent}%`),
      fc.integer({ min: 1, max: 5000 }),
    ),
    recencyWindow: fc.integer({ min: 0, max: 6 }),
    minBlockTokens: fc.integer({ min: 1, max: 200 }),
    preserve: fc.subarray(['system', 'developer', 'user', 'assistant'] as const),
    pins: fc.array(fc.nat({ max: 10 }), { maxLength: 2 }),
    strategy: fc.constantFrom(...strategyNames()),
    dedup: fc.boolean(),
    compressionThreshold: fc.nat({ max: 500 }),
    trace: fc.boolean(),
    handles: fc.constantFrom('named', 'none'),
    focus: fc.constantFrom('fix the login redirect in src/a.ts', ''),
    cap: fc.record({ maxBlockTokens: fc.integer({ min: 60, max: 600 }) }),
    anchored: fc.record({ rehydrate: fc.boolean() }),
    rules: fc.record(
      {
        fuzzyDedup: fc.boolean(),
        importanceScoring: fc.boolean(),
        contradictionDetection: fc.boolean(),
        observationThreshold: fc.integer({ min: 50, max: 2000 }),
        forceConverge: fc.boolean(),
        minRecencyWindow: fc.nat({ max: 4 }),
        embedSummaryId: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    partition: fc.record(
      { share: fc.double({ min: 0, max: 1, noNaN: true }), window: fc.integer({ min: 50, max: 5000 }) },
      { requiredKeys: [] },
    ),
  },
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
