/** Compresses one session file as the flags say, and summarizes the result on the terminal. */
import { compress } from '../../compress.ts'
import { compressRequest } from '../../compress-request.ts'
import { FoveaError, optionError } from '../../errors.ts'
import { formatNamed } from '../../formats/index.ts'
import type { ProbeScore } from '../../measure/probes/probes.ts'
import { redFlags } from '../../measure/probes/red-flags.ts'
import { endpointLedgerWriter } from '../../models/endpoint-models.ts'
import type { Receipt } from '../../receipt.ts'
import { budgetForRequest } from '../../settings/budget.ts'
import { storeExists } from '../../store/index.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { SyncStore } from '../../store/store.ts'
import { readersOf } from '../../strategies/index.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { strategyOf } from '../../strategies/options/strategy-of.ts'
import { countersFor } from '../../tokens/counters.ts'
import { hashBytes, hashText } from '../../tokens/hash.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { systemAndToolTokens } from '../../transcripts/transcript-tokens.ts'
import type { FormatName, GateMode, ResumeState, StrategyName } from '../../types.ts'
import { exitCodes } from './exit-codes.ts'
import { formatCount } from './format-number.ts'
import { type PriceFlags, priceOf } from './model-price.ts'
import { openOrCreateStore, storePath } from './open-store.ts'
import { describeProbes, probeView, readProbes } from './probe-view.ts'
import { programName } from './program-name.ts'
import { progress } from './progress.ts'
import { readSessionFile } from './read-session-file.ts'
import { type RulesFlags, rulesOptionsOf } from './rules-flags.ts'
import { readState, refuseMismatch } from './state-file.ts'
import { summarizeReceipt } from './summarize-receipt.ts'
import { type SummarizerFlags, summarizerOptions } from './summarizer-flags.ts'
import { fitted } from './text-table.ts'
import { indentedJson, refuseToOverwrite, writeResult } from './write-result.ts'
import { type WriterFlags, writerEndpoint, writerLimits } from './writer-options.ts'

export interface CompressFlags extends WriterFlags, RulesFlags, SummarizerFlags, PriceFlags {
  readonly preservePattern?: readonly RegExp[]
  readonly budget?: CompressOptions['budget']
  readonly model?: string
  readonly recent?: number
  readonly strategy?: StrategyName
  readonly focus?: string
  readonly handles?: boolean
  readonly window?: string
  readonly gate?: GateMode
  readonly probes?: string
  readonly explain?: boolean
  readonly store?: string
  readonly to?: FormatName
  readonly output?: string
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly strict?: boolean
  readonly state?: string
  readonly rehydrate?: boolean
  readonly secrets?: CompressOptions['secrets']
  readonly workers?: number
}

interface CompressedFile {
  readonly receipt: Receipt
  readonly messages: number
  readonly state?: ResumeState | undefined
}

export async function compressFile(file: string, flags: CompressFlags): Promise<CompressedFile> {
  refuseToOverwrite(file, flags.output)
  if (flags.state !== undefined) refuseStateless(flags)
  const before = flags.state === undefined ? undefined : await readState(flags.state)
  const probes = flags.probes === undefined ? undefined : await readProbes(flags.probes)
  // Only a view that is written alone, without a receipt around it, can be linked to the bytes of its file.
  const session = await readSessionFile(file, {
    strict: flags.strict,
    keepsSource: !flags.dryRun && !flags.json,
  })
  const isNewStore = !flags.dryRun && !storeExists(storePath(flags.store))
  const store = flags.dryRun ? memoryStore() : openOrCreateStore(flags.store)
  const working = progress()
  working.update(`compressing ${formatCount(session.transcript.messages.length, 'message')} …`, 'at once')
  try {
    const { view, receipt, state, systemAndTools } = await compressSession(
      session.transcript,
      flags,
      store,
      before,
    ).catch((error: unknown) => {
      throw asTyped(error, flags)
    })
    working.done()
    if (flags.state !== undefined) refuseMismatch(receipt, flags.state)
    const { messages, request } = session.transcript
    const probed = probes === undefined ? undefined : probeView(probes, view, request ?? messages)
    const content = indentedJson(
      flags.json ? { ...asResult(view), receipt, ...(probed === undefined ? {} : { probes: probed }) } : view,
    )
    if (!flags.dryRun) {
      const { source } = session
      await writeResult(source === undefined ? content : linkSource(content, source, store), flags.output)
      if (flags.state !== undefined && state !== undefined)
        await writeResult(indentedJson(state), flags.state)
    } else if (flags.json) await writeResult(content, undefined)
    const price = priceOf(flags, flags.model ?? session.transcript.model)
    const context = { ...flags, price, isNewStore, systemAndTools }
    process.stderr.write(summarizeReceipt(receipt, session, context))
    process.stderr.write(fitted(checksOf(receipt, probed)))
    if (receipt.budget?.met === false) process.exitCode = exitCodes.budget
    return { receipt, messages: session.transcript.messages.length, state }
  } finally {
    working.done()
    store.close()
  }
}

/** An error about an option of the library names the flag that was typed: `--rehydrate` where it says `anchored`. */
function asTyped(error: unknown, flags: CompressFlags): unknown {
  if (!FoveaError.isInstance(error) || error.code !== 'invalid-option') return error
  const [option = ''] = error.message.split(' ', 1)
  const flag = flagsByOption[option]?.find(each => flags[each] !== undefined)
  if (flag === undefined) return error
  const typed = flag === 'handles' ? '--no-handles' : `--${flag.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`
  return optionError(`${typed}${error.message.slice(option.length)}`)
}

const flagsByOption: Readonly<Record<string, readonly (keyof CompressFlags)[]>> = {
  window: ['window'],
  focus: ['focus'],
  handles: ['handles'],
  state: ['state'],
  anchored: ['rehydrate'],
  rules: ['fuzzy', 'importance', 'contradictions', 'forceConverge', 'names'],
  'model.writer': ['writer'],
  'model.ledgerWriter': ['writer'],
}

/** Arguments against trusting the view. */
function checksOf({ tokens }: Receipt, probes: ProbeScore | undefined): string {
  const flags = redFlags({ tokensBefore: tokens.before.tokens, tokensAfter: tokens.after.tokens, probes })
  return [
    ...(probes === undefined ? [] : [describeProbes(probes)]),
    ...flags.map(({ message }) => `red flag: ${message}\n`),
  ].join('')
}

/** Throws if a state is given for a strategy that neither reads nor writes one. */
function refuseStateless({ strategy, budget, window }: CompressFlags): void {
  const applied = strategyOf({ strategy, budget, window })
  const keepers = readersOf('state')
  if (keepers.includes(applied)) return
  throw optionError(`--state needs a strategy that keeps one (${keepers.join(', ')}); ${applied} keeps none.`)
}

interface CompressedSession {
  readonly view: unknown
  readonly receipt: Receipt
  readonly state?: ResumeState | undefined
  /** Tokens of system text and tools that are counted and not written. */
  readonly systemAndTools: number
}

async function compressSession(
  transcript: Transcript,
  flags: CompressFlags,
  store: SyncStore,
  before: ResumeState | undefined,
): Promise<CompressedSession> {
  const { strategy, model, recent, focus, handles, window, gate, explain, dryRun, secrets } = flags
  const isRequest = transcript.request !== undefined && flags.to === undefined
  const systemAndTools = systemAndToolTokens(transcript, countersFor({ counter: model }).counter)
  // `compress` checks which of them the strategy reads.
  const options = {
    strategy,
    // A session is written without its system text and tools: a budget in tokens is meant for the messages alone.
    budget: isRequest ? flags.budget : budgetForRequest(flags.budget, systemAndTools),
    counter: model,
    exactCounts: true,
    recencyWindow: recent,
    focus,
    handles: handles === false ? 'none' : undefined,
    window,
    gate,
    secrets,
    trace: explain,
    dryRun,
    state: before,
    rules: rulesOptionsOf(flags),
    preservePatterns: flags.preservePattern,
    anchored: flags.rehydrate === undefined ? undefined : { rehydrate: flags.rehydrate },
    store,
    strict: true,
    expandWith: `${programName()} expand`,
    session: sessionOf(transcript),
    model: modelOf(flags, strategy),
    workers: flags.workers,
  } as CompressOptions
  if (transcript.request !== undefined && isRequest) {
    const { body, receipt, state } = await compressRequest(transcript.request, {
      ...options,
      format: transcript.format,
    })
    return { view: body, receipt, state, systemAndTools: 0 }
  }
  const { messages, receipt, state } = await compress(transcript.messages, {
    ...options,
    ...partitionOf(transcript, flags),
    reserved: systemAndTools,
    format: transcript.format,
  })
  const view = flags.to === undefined ? messages : convert(messages, transcript.format, flags.to)
  return { view, receipt, state, systemAndTools }
}

/** With a ledger, the model writes its prose; with coverage, a note. */
function modelOf(flags: CompressFlags, strategy: StrategyName | undefined): CompressOptions['model'] {
  const endpoint = writerEndpoint(flags)
  const summarizer = summarizerOptions(flags)
  if (endpoint === undefined) return summarizer
  const { writerPrices, ...limits } = writerLimits(flags)
  return strategy === 'anchored' || strategy === 'hybrid'
    ? { ...limits, ...summarizer, ledgerWriter: endpointLedgerWriter(endpoint) }
    : { ...limits, ...summarizer, writerPrices, writer: endpoint }
}

/** The ages of messages from their timestamps, and a clock for the metric of time. */
function partitionOf({ origins }: Transcript, { strategy }: CompressFlags): object {
  if (strategy !== 'partition') return {}
  const times = origins.map(({ timestamp = '' }) => {
    const milliseconds = Date.parse(timestamp)
    return Number.isFinite(milliseconds) ? milliseconds : undefined
  })
  const isTimed = times.some(time => time !== undefined)
  return { partition: { clock: () => performance.now(), ...(isTimed && { times }) } }
}

function convert(messages: readonly unknown[], from: FormatName, to: FormatName): readonly unknown[] {
  return from === to ? messages : formatNamed(to).create(formatNamed(from).read(messages))
}

function sessionOf({ session, agent, format, model }: Transcript): CompressOptions['session'] {
  return session === undefined
    ? undefined
    : { id: session, agent, format, ...(model === undefined ? {} : { model }) }
}

function asResult(view: unknown): object {
  return Array.isArray(view) ? { messages: view } : { body: view }
}

/**
 * The output to write, linked to its source. Two files may have the same view: the second one ends with its handle, encoded in
 * white space, which JSON ignores.
 */
function linkSource(content: string, source: Uint8Array, store: SyncStore): string {
  const original = hashBytes(source)
  const hash = hashText(content)
  if (hash === original) return content
  const isTaken = (store.views([hash]).get(hash)?.original ?? original) !== original
  const named = (): string => content + blanksOf(store.handles([original])[0] as string)
  const record = (linked: string): string => {
    store.record({
      originals: [{ hash: original, bytes: source }],
      views: [{ hash: hashText(linked), original, media: 'text' }],
    })
    return linked
  }
  if (isTaken) return record(named())
  try {
    return record(content)
  } catch (error) {
    // Another process has recorded the same view meanwhile.
    if (!FoveaError.isInstance(error) || error.code !== 'view-taken') throw error
    return record(named())
  }
}

/** A line of blanks: each bit of the handle's digits is a space or a tab. */
function blanksOf(handle: string): string {
  const bits = Array.from(handle.slice(handle.indexOf('_') + 1), digit =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  )
  return `${bits.join('').replaceAll('0', ' ').replaceAll('1', '\t')}\n`
}
