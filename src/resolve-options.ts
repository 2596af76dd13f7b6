/** Options as they were given, checked and filled up with defaults: once, before anything else happens. */
import { FoveaError } from './errors.ts'
import { endpointKindNames } from './models/endpoint-kinds.ts'
import type { ClassifierMode } from './models/model.ts'
import { checkNames, type NamesOf } from './option-names.ts'
import type { PartitionSettings } from './options.ts'
import {
  type AskingOptions,
  type Budget,
  type CompressOptions,
  defaults,
  type ModelOptions,
  type OptionsOfStrategies,
  optionReaders,
  type PartitionOptions,
  type RehydrateOptions,
  type RulesOptions,
  type Settings,
  type SharedOptions,
} from './options.ts'
import type { SessionInfo } from './store/store.ts'
import type { GateMode, StrategyName } from './types.ts'

const askingNames: NamesOf<AskingOptions> = {
  concurrency: true,
  timeoutMs: true,
  maxCalls: true,
  signal: true,
  preserveTerms: true,
}
const rulesNames: NamesOf<RulesOptions> = {
  fuzzyDedup: true,
  fuzzyThreshold: true,
  importanceScoring: true,
  importanceThreshold: true,
  contradictionDetection: true,
  contradictionTopicThreshold: true,
  observationThreshold: true,
  minRecencyWindow: true,
  forceConverge: true,
  names: true,
  embedSummaryId: true,
  sourceVersion: true,
}
const partitionNames: NamesOf<PartitionOptions> = {
  share: true,
  window: true,
  times: true,
  since: true,
  clock: true,
}
const rehydrateNames: NamesOf<RehydrateOptions> = { files: true, tokensPerFile: true, tokens: true }
const modelNames: NamesOf<ModelOptions> = {
  ...askingNames,
  summarizer: true,
  classifier: true,
  classifierMode: true,
  minConfidence: true,
  ledgerWriter: true,
  writer: true,
  earlierNote: true,
  writerPrices: { input: true, output: true },
}
const sessionInfoNames: NamesOf<SessionInfo> = { id: true, format: true, agent: true, model: true }
const strategyOptionNames: NamesOf<OptionsOfStrategies> = {
  focus: true,
  handles: true,
  state: true,
  rules: rulesNames,
  cap: { maxBlockTokens: true },
  partition: partitionNames,
  anchored: { rehydrate: rehydrateNames },
  auto: { speed: true },
}
const sharedNames: NamesOf<SharedOptions> = {
  store: true,
  budget: true,
  reserved: true,
  format: true,
  window: true,
  counter: true,
  exactCounts: true,
  preserve: true,
  recencyWindow: true,
  pins: true,
  preservePatterns: true,
  compressionThreshold: true,
  minBlockTokens: true,
  dedup: true,
  instructions: true,
  gate: true,
  secrets: true,
  session: sessionInfoNames,
  trace: true,
  dryRun: true,
  strict: true,
  onNote: true,
  expandWith: true,
}

/** Every option of `compress`. */
export const compressOptionNames: NamesOf<CompressOptions> = {
  strategy: true,
  ...sharedNames,
  ...strategyOptionNames,
  model: modelNames,
  workers: true,
}

/** Throws `invalid-option`. */
export function resolveOptions(options: CompressOptions): Settings {
  checkNames(options, compressOptionNames)
  checkReaders(options)
  checkWorkers(options.workers)
  const { rules = {}, session } = options
  const ruleNumber = (name: keyof typeof defaults.rules): number =>
    atLeast(0, `rules.${name}`, rules[name] ?? defaults.rules[name])
  return {
    store: options.store,
    budget: budgetOf(options),
    reserved: atLeast(0, 'reserved', options.reserved ?? 0),
    format: options.format,
    strategy: strategyOf(options),
    counter: options.counter,
    exactCounts: options.exactCounts ?? false,
    preserve: options.preserve ?? defaults.preserve,
    recencyWindow: atLeast(0, 'recencyWindow', options.recencyWindow ?? defaults.recencyWindow),
    keep: options.recencyWindow,
    state: options.state,
    rehydrate: resolveRehydrate(options.anchored?.rehydrate),
    pins: options.pins ?? [],
    preservePatterns: options.preservePatterns ?? [],
    compressionThreshold: atLeast(
      0,
      'compressionThreshold',
      options.compressionThreshold ?? defaults.compressionThreshold,
    ),
    focus: options.focus ?? '',
    handles: options.handles ?? 'named',
    expandWith: resolveExpandWith(options.expandWith),
    instructions: options.instructions ?? 'fit',
    maxBlockTokens: atLeast(
      1,
      'cap.maxBlockTokens',
      options.cap?.maxBlockTokens ?? defaults.cap.maxBlockTokens,
    ),
    minBlockTokens: atLeast(1, 'minBlockTokens', options.minBlockTokens ?? defaults.minBlockTokens),
    dedup: options.dedup ?? true,
    fuzzyThreshold: rules.fuzzyDedup ? ruleNumber('fuzzyThreshold') : undefined,
    contradictionTopicThreshold: rules.contradictionDetection
      ? ruleNumber('contradictionTopicThreshold')
      : undefined,
    importanceScoring: rules.importanceScoring ?? false,
    importanceThreshold: ruleNumber('importanceThreshold'),
    observationThreshold: atLeast(
      1,
      'rules.observationThreshold',
      rules.observationThreshold ?? Number.POSITIVE_INFINITY,
    ),
    minRecencyWindow: ruleNumber('minRecencyWindow'),
    forceConverge: rules.forceConverge ?? false,
    names: resolveNames(rules.names ?? 'many'),
    embedSummaryId: rules.embedSummaryId ?? false,
    sourceVersion: rules.sourceVersion ?? 0,
    model: resolveModel(options.model),
    partition: resolvePartition(options),
    stopwatch: stopwatchOf(options.partition),
    window: options.window,
    speed: options.auto?.speed ?? false,
    auto: undefined,
    gate: resolveGate(options.gate),
    mustShow: new Set(),
    prose: undefined,
    note: undefined,
    secrets: resolveSecrets(options.secrets ?? 'mask'),
    session: typeof session === 'string' ? { id: session } : session,
    trace: options.trace ?? false,
    dryRun: options.dryRun ?? false,
  }
}

export function strategyOf({
  strategy,
  budget,
  window,
}: Pick<CompressOptions, 'strategy' | 'budget' | 'window'>): StrategyName {
  return strategy ?? (budget !== undefined ? 'coverage' : window !== undefined ? 'auto' : 'rules')
}

/** Nobody knows what a strategy that was added reads. */
const builtIn = new Set(Object.values(optionReaders).flat())
const groups = ['rules', 'cap', 'partition', 'anchored', 'auto', 'model'] as const

/** An option that the strategy would not read is one that somebody meant for another. */
function checkReaders(options: CompressOptions): void {
  for (const name of groups) {
    const group: unknown = options[name]
    if (group !== undefined && (typeof group !== 'object' || group === null || Array.isArray(group)))
      throw invalid(
        name,
        group,
        `a group of options${name === 'model' ? '; a model to count as is a `counter`' : ''}`,
      )
  }
  const strategy = strategyOf(options)
  const check = (name: string, isGiven: boolean, readers: readonly StrategyName[]): void => {
    if (!isGiven || readers.includes(strategy) || !builtIn.has(strategy)) return
    const chosen = options.strategy === undefined ? ', as no strategy was asked for' : ''
    throw new FoveaError(
      'invalid-option',
      `${name} is not read by the strategy ${strategy}, which applies here${chosen}; it is read by ${readers.join(', ')}.`,
    )
  }
  for (const name of Object.keys(optionReaders) as (keyof OptionsOfStrategies)[])
    check(name, options[name] !== undefined, optionReaders[name])
  const { classifier, ledgerWriter, writer } = options.model ?? {}
  check('model.classifier', classifier !== undefined, ['rules'])
  check('model.ledgerWriter', ledgerWriter !== undefined, ['anchored', 'hybrid', 'auto'])
  check('model.writer', writer !== undefined, ['coverage', 'auto'])
}

const maxWorkers = 64

function checkWorkers(workers = 0): void {
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= maxWorkers))
    throw invalid('workers', workers, `a whole number from 0 to ${maxWorkers}`)
}

/** `12000`, `'12000'`, `'12k'` or `'30%'`. */
export function resolveBudget(budget: number | string): Budget {
  const written = typeof budget === 'string' ? /^([^%km]+)([%km]?)$/i.exec(budget.trim()) : undefined
  const unit = written?.[2]?.toLowerCase() ?? ''
  const factor = { k: 1000, m: 1_000_000 }[unit] ?? 1
  const number = typeof budget === 'number' ? budget : Number(written?.[1] ?? Number.NaN) * factor
  const isShare = unit === '%'
  if (number > 0 && number < 1 && !isShare)
    throw invalid('budget', budget, `a number of tokens, or a share: "${Number((number * 100).toFixed(4))}%"`)
  if (!Number.isFinite(number) || number <= 0 || (isShare && number > 100))
    throw invalid(
      'budget',
      budget,
      'a number of tokens above 0, such as 30000 or "30k", or a share such as "30%"',
    )
  return isShare ? { share: number / 100 } : { tokens: Math.floor(number) }
}

/** A budget for the messages alone, as one for the whole request; a share is that in any case. */
export function budgetForRequest(
  budget: CompressOptions['budget'] | string,
  systemAndToolTokens: number,
): CompressOptions['budget'] {
  if (budget === undefined) return undefined
  const resolved = resolveBudget(budget)
  return 'share' in resolved ? (budget as `${number}%`) : resolved.tokens + systemAndToolTokens
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

function resolveNames(names: 'few' | 'many'): Settings['names'] {
  if (names !== 'few' && names !== 'many') throw invalid('rules.names', names, "'few' or 'many'")
  return names
}

function stopwatchOf({ clock }: PartitionOptions = {}): Settings['stopwatch'] {
  return clock === undefined ? undefined : { clock, startedAt: clock() }
}

const rehydrateDefaults = { files: 5, tokensPerFile: 5000, tokens: 50_000 }

function resolveRehydrate(rehydrate: boolean | RehydrateOptions | undefined): Settings['rehydrate'] {
  if (rehydrate === undefined || rehydrate === false) return undefined
  const given = rehydrate === true ? {} : rehydrate
  const number = (name: keyof RehydrateOptions): number =>
    atLeast(0, `anchored.rehydrate.${name}`, given[name] ?? rehydrateDefaults[name])
  return { files: number('files'), tokensPerFile: number('tokensPerFile'), tokens: number('tokens') }
}

function resolveModel(model: ModelOptions = {}): Settings['model'] {
  const { concurrency, timeoutMs, maxCalls, classifierMode = 'hybrid', minConfidence, writerPrices } = model
  for (const name of ['summarizer', 'classifier', 'ledgerWriter'] as const)
    if (model[name] !== undefined && typeof model[name] !== 'function')
      throw invalid(`model.${name}`, model[name], 'a function')
  if (model.writer !== undefined && !isWriter(model.writer))
    throw invalid('model.writer', model.writer, 'a function, or { url, model, kind } of an endpoint')
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw invalid('model.concurrency', concurrency, 'a whole number of at least 1')
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw invalid('model.timeoutMs', timeoutMs, 'a number above 0')
  if (maxCalls !== undefined) atLeast(0, 'model.maxCalls', maxCalls)
  for (const [name, price] of Object.entries(writerPrices ?? {}))
    atLeast(0, `model.writerPrices.${name}`, price)
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1))
    throw invalid('model.minConfidence', minConfidence, 'a number from 0 to 1')
  return { ...model, classifierMode: resolveMode(classifierMode) }
}

function isWriter(writer: unknown): boolean {
  if (typeof writer === 'function') return true
  const { url, model, kind } = (writer ?? {}) as Readonly<Record<string, unknown>>
  return typeof url === 'string' && typeof model === 'string' && endpointKindNames.some(each => each === kind)
}

function resolveGate(gate: GateMode | undefined): Settings['gate'] {
  if (gate !== undefined && gate !== 'off' && gate !== 'on' && gate !== 'strict')
    throw invalid('gate', gate, '"off", "on" or "strict"')
  return gate
}

function resolveSecrets(secrets: 'show' | 'mask'): 'show' | 'mask' {
  if (secrets !== 'show' && secrets !== 'mask') throw invalid('secrets', secrets, '"show" or "mask"')
  return secrets
}

function resolveMode(mode: ClassifierMode): ClassifierMode {
  if (mode !== 'hybrid' && mode !== 'full') throw invalid('model.classifierMode', mode, '"hybrid" or "full"')
  return mode
}

function atLeast(least: number, option: string, value: number): number {
  if (!(value >= least)) throw invalid(option, value, `a number of at least ${least}`)
  return value
}

function invalid(option: string, value: unknown, wanted: string): FoveaError {
  return new FoveaError('invalid-option', `${option} is ${String(value)}; it must be ${wanted}.`)
}

/** Words that could be typed: anything else in the first line of a view would not be recognised as ours. */
const typedWords = /^[\w./-]+(?: [\w./-]+){0,5}$/

function resolveExpandWith(words: string | undefined): string | undefined {
  if (words === undefined || (typeof words === 'string' && words.length <= 60 && typedWords.test(words)))
    return words
  throw invalid('expandWith', words, 'the words of a command or the name of a tool')
}
