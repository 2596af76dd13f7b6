/** The strategies as methods: at their own defaults, under a budget, with the gate, and over many rounds with a store. */
import { memoryStore } from '../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../src/strategies/options/compress-options.ts'
import type { Method } from '../src/tools/evaluate/method.ts'
import { foveaView } from '../src/tools/evaluate/methods/fovea.ts'
import type { StrategyName } from '../src/types.ts'
import { summaryOfItself } from './summary-of-itself.ts'

export const compared: readonly StrategyName[] = [
  'rules',
  'partition',
  'coverage',
  'window',
  'importance',
  'anchored',
  'hybrid',
  'regenerative',
  'opaque',
  'auto',
]

export const underBudget: readonly Method[] = compared.map(strategy => methodOf(strategy, { strategy }))

/** `coverage` fills a budget and has no size of its own. */
export const byDefault: readonly Method[] = compared
  .filter(strategy => strategy !== 'coverage')
  .map(strategy => ({
    ...methodOf(strategy, { strategy }),
    ignoresBudget: true,
    view: history => foveaView(history, undefined, { strategy }),
  }))

export const gated: readonly Method[] = (['anchored', 'hybrid', 'coverage'] as const).flatMap(strategy => [
  methodOf(strategy, { strategy }),
  methodOf(`${strategy}, gate on`, { strategy, gate: 'on' }),
])

/** Rounds of one session: what an earlier round has kept, the next one finds in the store. */
export function inRounds(): readonly Method[] {
  const strategies = (['anchored', 'hybrid', 'coverage', 'regenerative'] as const).map(strategy =>
    methodOf(strategy, { strategy, store: memoryStore() }),
  )
  return [...strategies, summaryOfItself]
}

function methodOf(name: string, options: SyncCompressOptions): Method {
  return {
    name,
    describe: `compress with the strategy ${options.strategy}`,
    kind: 'fovea',
    view: (history, tokens) => foveaView(history, tokens, options),
  }
}
