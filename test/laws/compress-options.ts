/** Arbitrary options of a compression, every strategy among them. */
import fc from 'fast-check'
import type { CompressOptions } from '../../src/options.ts'
import { spanStrategies } from '../../src/strategies/index.ts'
import type { SyncStore } from '../../src/types.ts'

export const compressOptions: fc.Arbitrary<CompressOptions<SyncStore>> = fc
  .record(
    {
      budget: fc.oneof(
        fc.integer({ min: 1, max: 100 }).map((percent): `${number}%` => `${percent}%`),
        fc.integer({ min: 1, max: 5000 }),
      ),
      recencyWindow: fc.integer({ min: 0, max: 6 }),
      maxBlockTokens: fc.integer({ min: 60, max: 600 }),
      minBlockTokens: fc.integer({ min: 1, max: 200 }),
      preserve: fc.subarray(['system', 'developer', 'user', 'assistant'] as const),
      pins: fc.array(fc.nat({ max: 10 }), { maxLength: 2 }),
      strategy: fc.constantFrom(
        'cap',
        'rules',
        'partition',
        'coverage',
        ...spanStrategies.map(({ name }) => name),
      ),
      rehydrate: fc.boolean(),
      handles: fc.constantFrom('named', 'none'),
      focus: fc.constantFrom('fix the login redirect in src/a.ts', ''),
      dedup: fc.boolean(),
      fuzzyDedup: fc.boolean(),
      importanceScoring: fc.boolean(),
      contradictionDetection: fc.boolean(),
      observationThreshold: fc.integer({ min: 50, max: 2000 }),
      forceConverge: fc.boolean(),
      minRecencyWindow: fc.nat({ max: 4 }),
      embedSummaryId: fc.boolean(),
      compressionThreshold: fc.nat({ max: 500 }),
      trace: fc.boolean(),
      partition: fc.record(
        { share: fc.double({ min: 0, max: 1, noNaN: true }), window: fc.integer({ min: 50, max: 5000 }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  // Coverage is for budgets.
  .map(given => (given.strategy === 'coverage' ? { budget: 300, ...given } : given))
