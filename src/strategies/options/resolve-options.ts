/** Checks the given options and fills in defaults, once, before anything else happens. */
import { optionError } from '../../errors.ts'
import { endpointKindNames } from '../../models/endpoint-kinds.ts'
import type { ModelOptions } from '../../models/model-options.ts'
import { type Budget, resolveBudget } from '../../settings/budget.ts'
import { checkedCounter } from '../../settings/checked-counter.ts'
import { checkedStore } from '../../settings/checked-store.ts'
import {
  atLeast,
  callback,
  checkedList,
  flag,
  fraction,
  invalidOption,
  oneOf,
  text,
} from '../../settings/invalid-option.ts'
import type { OwnSettings } from '../../settings/option-group.ts'
import { checkNames } from '../../settings/option-names.ts'
import type { Settings } from '../../settings/settings.ts'
import type { SessionInfo } from '../../store/store.ts'
import { isRecord } from '../../tokens/json-value.ts'
import type { GateMode, Role } from '../../types.ts'
import { readersOf, strategies, strategyNamed } from '../index.ts'
import type { OptionName } from '../strategy.ts'
import { compressOptionNames } from './compress-option-names.ts'
import type { CompressOptions } from './compress-options.ts'
import { byGroup, groupNames } from './option-groups.ts'
import type { SharedOptions } from './shared-options.ts'
import { strategyOf } from './strategy-of.ts'

/** Each option that all strategies share, but those that say how a caller hears of failures: a new one is asked for below. */
type Shared = Readonly<Record<Exclude<keyof SharedOptions, 'strict' | 'onNote'>, unknown>>

/** Throws `invalid-option`. */
export function resolveOptions(options: CompressOptions): Settings {
  checkNames(options, compressOptionNames)
  checkReaders(options)
  checkWorkers(options.workers)
  checkListeners(options)
  const own = ownOf(options)
  return {
    store: checkedStore(options.store),
    budget: budgetOf(options, own),
    reserved: atLeast(0, 'reserved', options.reserved ?? 0),
    format: options.format,
    strategy: strategyOf(options),
    counter: checkedCounter(options.counter),
    exactCounts: flag('exactCounts', options.exactCounts ?? false),
    preserve: checkedList('preserve', options.preserve ?? ['system', 'developer'], roleNames, isRole),
    recencyWindow: atLeast(0, 'recencyWindow', options.recencyWindow ?? 4),
    keep: options.recencyWindow,
    state: options.state,
    own,
    pins: checkedList('pins', options.pins ?? [], 'the index or the id of a message', isPin),
    preservePatterns: checkedList(
      'preservePatterns',
      options.preservePatterns ?? [],
      'a regular expression',
      isPattern,
    ),
    compressionThreshold: atLeast(0, 'compressionThreshold', options.compressionThreshold ?? 0),
    focus: text('focus', options.focus ?? ''),
    handles: oneOf(['named', 'none'], 'handles', options.handles ?? 'named'),
    expandWith: resolveExpandWith(options.expandWith),
    instructions: oneOf(['fit', 'verbatim'], 'instructions', options.instructions ?? 'fit'),
    minBlockTokens: atLeast(1, 'minBlockTokens', options.minBlockTokens ?? 80),
    dedup: flag('dedup', options.dedup ?? true),
    model: resolveModel(options.model),
    window: options.window,
    auto: undefined,
    gate:
      options.gate === undefined ? undefined : oneOf<GateMode>(['off', 'on', 'strict'], 'gate', options.gate),
    mustShow: new Set(),
    secrets: oneOf(['show', 'mask'], 'secrets', options.secrets ?? 'mask'),
    session: sessionOf(options.session),
    trace: flag('trace', options.trace ?? false),
    dryRun: flag('dryRun', options.dryRun ?? false),
  } satisfies Settings & Shared
}

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool'] satisfies Role[]

const roleNames = 'system, developer, user, assistant or tool'

function isRole(item: unknown): boolean {
  return roles.includes(item)
}

function isPin(item: unknown): boolean {
  return typeof item === 'string' || (Number.isInteger(item) && (item as number) >= 0)
}

/** Also accepts a pattern of another realm. */
function isPattern(item: unknown): boolean {
  return Object.prototype.toString.call(item) === '[object RegExp]'
}

function sessionOf(session: CompressOptions['session']): SessionInfo | undefined {
  if (session === undefined) return undefined
  const info = typeof session === 'string' ? { id: session } : session
  if (typeof info?.id !== 'string') throw invalidOption('session', session, 'a name, or { id }')
  return info
}

function checkListeners({ onNote, strict = false }: CompressOptions): void {
  flag('strict', strict)
  if (onNote !== undefined) callback('onNote', onNote)
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
  const { signal, preserveTerms } = model
  for (const name of ['summarizer', 'classifier', 'ledgerWriter'] as const)
    if (model[name] !== undefined) callback(`model.${name}`, model[name])
  if (model.writer !== undefined && !isWriter(model.writer))
    throw invalidOption('model.writer', model.writer, 'a function, or { url, model, kind } of an endpoint')
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw invalidOption('model.concurrency', concurrency, 'a whole number of at least 1')
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw invalidOption('model.timeoutMs', timeoutMs, 'a number above 0')
  if (maxCalls !== undefined) atLeast(0, 'model.maxCalls', maxCalls)
  for (const [name, price] of Object.entries(writerPrices ?? {}))
    atLeast(0, `model.writerPrices.${name}`, price)
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw invalidOption('model.signal', signal, 'an AbortSignal')
  if (preserveTerms !== undefined)
    checkedList('model.preserveTerms', preserveTerms, 'a text', term => typeof term === 'string')
  if (minConfidence !== undefined) fraction('model.minConfidence', minConfidence)
  return { ...model, classifierMode: oneOf(['hybrid', 'full'], 'model.classifierMode', classifierMode) }
}

function isWriter(writer: unknown): boolean {
  if (typeof writer === 'function') return true
  const { url, model, kind } = (writer ?? {}) as Readonly<Record<string, unknown>>
  return typeof url === 'string' && typeof model === 'string' && endpointKindNames.some(each => each === kind)
}

/** Words of a typed command: with anything else, the first line of a view would not be recognised as ours. */
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
  const readers = readersOf(unread).join(', ') || 'no strategy'
  throw optionError(
    `${unread} is not read by the strategy ${strategy}, which applies here${chosen}; it is read by ${readers}.`,
  )
}

/** The options that were given and that only some strategies read, or none. */
function givenOf(options: CompressOptions): readonly OptionName[] {
  const readBySome = new Set([...strategies.flatMap(({ reads }) => reads ?? []), ...groupNames])
  return [...readBySome].filter(name => {
    const [group, option] = name.split('.') as [keyof CompressOptions, string?]
    const value: unknown = options[group]
    return (option === undefined || !isRecord(value) ? value : value[option]) !== undefined
  })
}
