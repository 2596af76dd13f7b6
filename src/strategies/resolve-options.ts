/** Options as they were given, checked and filled up with defaults: once, before anything else happens. */
import { optionError } from '../errors.ts'
import { endpointKindNames } from '../models/endpoint-kinds.ts'
import type { ModelOptions } from '../options.ts'
import { type Budget, resolveBudget } from '../settings/budget.ts'
import { atLeast, invalidOption, oneOf } from '../settings/invalid-option.ts'
import type { OwnSettings } from '../settings/option-group.ts'
import { checkNames } from '../settings/option-names.ts'
import type { Settings } from '../settings/settings.ts'
import { isRecord } from '../tokens/json-value.ts'
import type { GateMode } from '../types.ts'
import { compressOptionNames } from './compress-option-names.ts'
import type { CompressOptions } from './compress-options.ts'
import { readersOf, strategies, strategyNamed } from './index.ts'
import { byGroup, groupNames } from './option-groups.ts'
import type { OptionName } from './strategy.ts'
import { strategyOf } from './strategy-of.ts'

/** Throws `invalid-option`. */
export function resolveOptions(options: CompressOptions): Settings {
  checkNames(options, compressOptionNames)
  checkReaders(options)
  checkWorkers(options.workers)
  const { session } = options
  const own = ownOf(options)
  return {
    store: options.store,
    budget: budgetOf(options, own),
    reserved: atLeast(0, 'reserved', options.reserved ?? 0),
    format: options.format,
    strategy: strategyOf(options),
    counter: options.counter,
    exactCounts: options.exactCounts ?? false,
    preserve: options.preserve ?? ['system', 'developer'],
    recencyWindow: atLeast(0, 'recencyWindow', options.recencyWindow ?? 4),
    keep: options.recencyWindow,
    state: options.state,
    own,
    pins: options.pins ?? [],
    preservePatterns: options.preservePatterns ?? [],
    compressionThreshold: atLeast(0, 'compressionThreshold', options.compressionThreshold ?? 0),
    focus: options.focus ?? '',
    handles: options.handles ?? 'named',
    expandWith: resolveExpandWith(options.expandWith),
    instructions: options.instructions ?? 'fit',
    minBlockTokens: atLeast(1, 'minBlockTokens', options.minBlockTokens ?? 80),
    dedup: options.dedup ?? true,
    model: resolveModel(options.model),
    window: options.window,
    auto: undefined,
    gate:
      options.gate === undefined ? undefined : oneOf<GateMode>(['off', 'on', 'strict'], 'gate', options.gate),
    mustShow: new Set(),
    prose: undefined,
    note: undefined,
    secrets: oneOf(['show', 'mask'], 'secrets', options.secrets ?? 'mask'),
    session: typeof session === 'string' ? { id: session } : session,
    trace: options.trace ?? false,
    dryRun: options.dryRun ?? false,
  }
}

const maxWorkers = 64

function checkWorkers(workers = 0): void {
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= maxWorkers))
    throw invalidOption('workers', workers, `a whole number from 0 to ${maxWorkers}`)
}

function ownOf(options: CompressOptions): OwnSettings {
  return byGroup(({ name, resolve }) => resolve(options[name] ?? {}))
}

function budgetOf(options: CompressOptions, own: OwnSettings): Budget | undefined {
  if (options.budget !== undefined) return resolveBudget(options.budget)
  return strategyNamed(strategyOf(options)).goal?.({ own })
}

function resolveModel(model: ModelOptions = {}): Settings['model'] {
  const { concurrency, timeoutMs, maxCalls, classifierMode = 'hybrid', minConfidence, writerPrices } = model
  for (const name of ['summarizer', 'classifier', 'ledgerWriter'] as const)
    if (model[name] !== undefined && typeof model[name] !== 'function')
      throw invalidOption(`model.${name}`, model[name], 'a function')
  if (model.writer !== undefined && !isWriter(model.writer))
    throw invalidOption('model.writer', model.writer, 'a function, or { url, model, kind } of an endpoint')
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw invalidOption('model.concurrency', concurrency, 'a whole number of at least 1')
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw invalidOption('model.timeoutMs', timeoutMs, 'a number above 0')
  if (maxCalls !== undefined) atLeast(0, 'model.maxCalls', maxCalls)
  for (const [name, price] of Object.entries(writerPrices ?? {}))
    atLeast(0, `model.writerPrices.${name}`, price)
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1))
    throw invalidOption('model.minConfidence', minConfidence, 'a number from 0 to 1')
  return { ...model, classifierMode: oneOf(['hybrid', 'full'], 'model.classifierMode', classifierMode) }
}

function isWriter(writer: unknown): boolean {
  if (typeof writer === 'function') return true
  const { url, model, kind } = (writer ?? {}) as Readonly<Record<string, unknown>>
  return typeof url === 'string' && typeof model === 'string' && endpointKindNames.some(each => each === kind)
}

/** Words that could be typed: anything else in the first line of a view would not be recognised as ours. */
const typedWords = /^[\w./-]+(?: [\w./-]+){0,5}$/

function resolveExpandWith(words: string | undefined): string | undefined {
  if (words === undefined || (typeof words === 'string' && words.length <= 60 && typedWords.test(words)))
    return words
  throw invalidOption('expandWith', words, 'the words of a command or the name of a tool')
}

const groups = [...groupNames, 'model'] as const

/** Throws for an option that the strategy does not read. */
function checkReaders(options: CompressOptions): void {
  for (const name of groups) {
    const group: unknown = options[name]
    if (group !== undefined && (typeof group !== 'object' || group === null || Array.isArray(group)))
      throw invalidOption(
        name,
        group,
        `a group of options${name === 'model' ? '; a model to count as is a `counter`' : ''}`,
      )
  }
  const strategy = strategyOf(options)
  const reads = strategies.find(({ name }) => name === strategy)?.reads
  const unread = reads === undefined ? undefined : givenOf(options).find(name => !reads.includes(name))
  if (unread === undefined) return
  const chosen = options.strategy === undefined ? ', as no strategy was asked for' : ''
  throw optionError(
    `${unread} is not read by the strategy ${strategy}, which applies here${chosen}; it is read by ${readersOf(unread).join(', ')}.`,
  )
}

/** The options that were given and that only some strategies read. */
function givenOf(options: CompressOptions): readonly OptionName[] {
  const readBySome = new Set(strategies.flatMap(({ reads }) => reads ?? []))
  return [...readBySome].filter(name => {
    const [group, option] = name.split('.') as [keyof CompressOptions, string?]
    const value: unknown = options[group]
    return (option === undefined || !isRecord(value) ? value : value[option]) !== undefined
  })
}
