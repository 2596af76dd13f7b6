/** Options as they were given, checked and filled up with defaults: once, before anything else happens. */
import { FoveaError } from './errors.ts'
import {
  type AskingOptions,
  type Budget,
  type ClassifyingOptions,
  type CompressOptions,
  defaults,
  type LedgerProseOptions,
  type PartitionOptions,
  type RehydrateOptions,
  type Settings,
} from './options.ts'
import type { ClassifierMode, GateMode, PartitionSettings, StrategyName } from './types.ts'

export function resolveOptions(options: CompressOptions): Settings {
  const number = (name: keyof typeof defaults & keyof CompressOptions, least: number): number =>
    atLeast(least, name, (options[name] ?? defaults[name]) as number)
  const { session } = options
  return {
    store: options.store,
    budget: budgetOf(options),
    reserved: atLeast(0, 'reserved', options.reserved ?? 0),
    format: options.format,
    strategy: strategyOf(options),
    counter: options.counter,
    model: options.model,
    preserve: options.preserve ?? defaults.preserve,
    recencyWindow: number('recencyWindow', 0),
    keep: options.recencyWindow,
    state: options.state,
    rehydrate: resolveRehydrate(options.rehydrate),
    pins: options.pins ?? [],
    preservePatterns: options.preservePatterns ?? [],
    compressionThreshold: number('compressionThreshold', 0),
    focus: options.focus ?? '',
    handles: options.handles ?? 'named',
    instructions: options.instructions ?? 'fit',
    maxBlockTokens: number('maxBlockTokens', 1),
    minBlockTokens: number('minBlockTokens', 1),
    dedup: options.dedup ?? true,
    fuzzyThreshold: options.fuzzyDedup ? number('fuzzyThreshold', 0) : undefined,
    contradictionTopicThreshold: options.contradictionDetection
      ? number('contradictionTopicThreshold', 0)
      : undefined,
    importanceScoring: options.importanceScoring ?? false,
    importanceThreshold: number('importanceThreshold', 0),
    observationThreshold: atLeast(
      1,
      'observationThreshold',
      options.observationThreshold ?? Number.POSITIVE_INFINITY,
    ),
    minRecencyWindow: number('minRecencyWindow', 0),
    forceConverge: options.forceConverge ?? false,
    embedSummaryId: options.embedSummaryId ?? false,
    sourceVersion: options.sourceVersion ?? 0,
    ledger: resolveLedger(options.ledger),
    summarizer: options.summarizer,
    summarizing: resolveAsking('summarizing', options.summarizing),
    classifier: options.classifier,
    classifierMode: resolveMode(options.classifierMode ?? 'hybrid'),
    classifying: resolveClassifying(options.classifying),
    partition: resolvePartition(options),
    stopwatch: stopwatchOf(options.partition),
    window: options.window,
    speed: options.speed ?? false,
    auto: undefined,
    gate: resolveGate(options.gate ?? 'off'),
    mustShow: new Set(),
    prose: undefined,
    secrets: resolveSecrets(options.secrets ?? 'mask'),
    session: typeof session === 'string' ? { id: session } : session,
    trace: options.trace ?? false,
    dryRun: options.dryRun ?? false,
  }
}

export function strategyOf({ strategy, budget, window }: CompressOptions): StrategyName {
  return strategy ?? (budget !== undefined ? 'coverage' : window !== undefined ? 'auto' : 'rules')
}

/** `12000`, `'12000'` or `'30%'`. */
export function resolveBudget(budget: number | string): Budget {
  const number = typeof budget === 'number' ? budget : Number(budget.replace(/%$/, '') || Number.NaN)
  const isShare = typeof budget === 'string' && budget.endsWith('%')
  if (!Number.isFinite(number) || number <= 0 || (isShare && number > 100))
    throw invalid('budget', budget, 'a number of tokens above 0, or a share such as "30%"')
  return isShare ? { share: number / 100 } : { tokens: Math.floor(number) }
}

export function budgetTokens(budget: Budget, tokens: number): number {
  return Math.floor('share' in budget ? budget.share * tokens : budget.tokens)
}

/** From which context pressure on the partition compresses. */
const pressureToAct = 0.6
/** What should stay of a request that is compressed. */
const targetRatio = 0.6

function budgetOf({ budget, strategy, partition }: CompressOptions): Budget | undefined {
  if (budget !== undefined) return resolveBudget(budget)
  if (strategy !== 'partition') return undefined
  const window = partition?.window
  return window === undefined ? { share: targetRatio } : { tokens: Math.floor(window * pressureToAct) }
}

function resolvePartition({ partition = {}, budget }: CompressOptions): PartitionSettings {
  const { share = 0.3, window, since, times } = partition
  if (!(share >= 0 && share <= 1)) throw invalid('partition.share', share, 'a number from 0 to 1')
  if (window !== undefined) atLeast(1, 'partition.window', window)
  return {
    share,
    ...(window === undefined ? {} : { window }),
    ...(budget === undefined ? { goal: window === undefined ? 'ratio' : 'window' } : {}),
    ...(since === undefined ? {} : { since }),
    ...(times === undefined ? {} : { times: times.map(resolveTime) }),
  }
}

function resolveTime(time: number | string | undefined, message: number): number | undefined {
  const milliseconds = typeof time === 'string' ? Date.parse(time) : time
  if (milliseconds !== undefined && !Number.isFinite(milliseconds))
    throw invalid(`partition.times[${message}]`, time, 'milliseconds or a date in ISO form')
  return milliseconds
}

function stopwatchOf({ clock }: PartitionOptions = {}): Settings['stopwatch'] {
  return clock === undefined ? undefined : { clock, startedAt: clock() }
}

const rehydrateDefaults = { files: 5, tokensPerFile: 5000, tokens: 50_000 }

function resolveRehydrate(rehydrate: CompressOptions['rehydrate']): Settings['rehydrate'] {
  if (rehydrate === undefined || rehydrate === false) return undefined
  const given = rehydrate === true ? {} : rehydrate
  const number = (name: keyof RehydrateOptions): number =>
    atLeast(0, `rehydrate.${name}`, given[name] ?? rehydrateDefaults[name])
  return { files: number('files'), tokensPerFile: number('tokensPerFile'), tokens: number('tokens') }
}

function resolveLedger(ledger: LedgerProseOptions | undefined): LedgerProseOptions | undefined {
  if (ledger === undefined) return undefined
  if (typeof ledger.writer !== 'function') throw invalid('ledger.writer', ledger.writer, 'a function')
  resolveAsking('ledger.writing', ledger.writing)
  return ledger
}

function resolveAsking(name: string, asking: AskingOptions = {}): AskingOptions {
  const { concurrency, timeoutMs, maxCalls } = asking
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw invalid(`${name}.concurrency`, concurrency, 'a whole number of at least 1')
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw invalid(`${name}.timeoutMs`, timeoutMs, 'a number above 0')
  if (maxCalls !== undefined) atLeast(0, `${name}.maxCalls`, maxCalls)
  return asking
}

function resolveClassifying(classifying: ClassifyingOptions = {}): ClassifyingOptions {
  const { minConfidence } = classifying
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1))
    throw invalid('classifying.minConfidence', minConfidence, 'a number from 0 to 1')
  resolveAsking('classifying', classifying)
  return classifying
}

function resolveGate(gate: GateMode): GateMode {
  if (gate !== 'off' && gate !== 'on' && gate !== 'strict')
    throw invalid('gate', gate, '"off", "on" or "strict"')
  return gate
}

function resolveSecrets(secrets: 'show' | 'mask'): 'show' | 'mask' {
  if (secrets !== 'show' && secrets !== 'mask') throw invalid('secrets', secrets, '"show" or "mask"')
  return secrets
}

function resolveMode(mode: ClassifierMode): ClassifierMode {
  if (mode !== 'hybrid' && mode !== 'full') throw invalid('classifierMode', mode, '"hybrid" or "full"')
  return mode
}

function atLeast(least: number, option: string, value: number): number {
  if (!(value >= least)) throw invalid(option, value, `a number of at least ${least}`)
  return value
}

function invalid(option: string, value: unknown, wanted: string): FoveaError {
  return new FoveaError('invalid-option', `${option} is ${String(value)}; it must be ${wanted}.`)
}
