/** One conversation, step by step: sent messages stay, new ones are added, and an epoch begins when it pays off. */
import type { Detection } from '../formats/detect-format.ts'
import { checkNames } from '../settings/option-names.ts'
import { memoryStore } from '../store/memory-store.ts'
import { factorFromUsage } from '../tokens/corrected-counter.ts'
import type { Note } from '../types.ts'
import { failureNote } from '../view/compression-record.ts'
import { billAfter, costOf } from './economics.ts'
import { belongsTo } from './epoch.ts'
import { EpochPreparation } from './epoch-preparation.ts'
import {
  type HeadChange,
  headAfter,
  type KeptState,
  keptState,
  type LastStep,
  recentSteps,
} from './kept-state.ts'
import { type LatestStep, observationOf } from './latest-step.ts'
import { knownHashes, readRequest } from './live-request.ts'
import { messageCounts } from './message-counts.ts'
import { identifier } from './message-identity.ts'
import { sentPrefixes } from './sent-prefixes.ts'
import { historyReader, type SessionHistory, type SystemAndTools } from './session-history.ts'
import { sessionName } from './session-name.ts'
import { resolveSession, stepOptionNames } from './session-settings.ts'
import type { Session, SessionOptions, Step, StepOptions, StepReceipt, Usage } from './session-types.ts'
import { isRepeated, stepAction } from './step-action.ts'
import { extendedReceipt, receiptOfStep, receiptUntouched } from './step-receipt.ts'
import { stepWithin, timeoutNote } from './step-within.ts'
import { chooseStepView } from './view-choice.ts'

/** How many receipts a session remembers. */
const maxReceipts = 200
/** Growth of the messages after which a failed attempt is repeated. */
const growthToTryAgain = 1.2

/** Throws `invalid-option`; the session itself never throws. */
export function createSession(options: SessionOptions = {}): Session {
  const settings = resolveSession(options)
  const { prices, clock } = settings
  const store = options.store ?? memoryStore()
  const counts = messageCounts({ counter: options.compress?.counter ?? options.counter })
  const readHistory = historyReader(settings.shortenOutputs, store, counts)
  const sent = sentPrefixes(prices.ttlSeconds)
  const { identify, sharedLength } = identifier()
  const systemAndToolsHash = knownHashes()
  let detection: Detection | undefined
  const receipts: StepReceipt[] = []
  let id = options.id ?? ''
  let state: KeptState | undefined
  let latest: LatestStep | undefined
  let reported: Usage | undefined
  let blockedUntil = 0
  let factor = 1
  /** The cost of further requests of steps, until the next step adds it to the bill. */
  let owed = 0
  let queue: Promise<unknown> = Promise.resolve()
  const preparation = new EpochPreparation(options, settings, store, () => ({ id, factor, blockedUntil }))

  const remember = ({
    systemAndTools,
    systemAndToolsGiven = systemAndTools,
    epoch,
    hash,
    at,
  }: LastStep): void => {
    sent.add(`${systemAndTools} view ${epoch}`, hash, at)
    sent.add(`${systemAndToolsGiven} given`, hash, at)
  }

  const take = async <Request extends object>(
    request: Request,
    {
      dryRun: isDry = false,
      again: isAgain = false,
      added = [],
      tools = [],
      keepView,
      isWanted = () => true,
    }: StepOptions,
  ): Promise<Step<Request>> => {
    // Only new messages are checked for their format.
    let shared: number | undefined
    const detectedBefore = (messages: readonly unknown[]): Detection | undefined => {
      shared = sharedLength(messages)
      return detection?.length === shared ? detection : undefined
    }
    const live = readRequest(request, options.format, detectedBefore, systemAndToolsHash)
    const identified = identify(live.messages, live.format, shared)
    detection = live.detection
    id ||= sessionName(live)
    state ??= keptState(store, id)
    const kept = keepView === undefined ? state : state.quick()
    const head = await kept.read()
    // Nothing was ever sent.
    if (keepView !== undefined && head.steps === 0) return untouched(request, keepView)
    const now = clock?.()
    for (const step of recentSteps(head)) remember(step)
    blockedUntil = head.blockedUntil ?? 0
    factor = factorFromUsage(head.observations)
    const history = await readHistory(live, identified, {
      state: kept,
      session: id,
      isDry,
      keepsView: keepView !== undefined,
      added,
      tools: options.compress?.handles === 'none' ? [] : tools,
      paysForTools: (saved, sizes, systemAndTools) =>
        kept.epochs().some(epoch => belongsTo(epoch, identified.chain)) ||
        paysForTools(saved, sentTokens(sizes, systemAndTools, identified.chain, now)),
    })
    const given = givenCost(history, now)
    const refused = isAgain ? latest?.bill : undefined
    // A refused step is taken off the bill, and the cost of further requests is added.
    const paid = { given: -(refused?.given ?? 0), sent: owed - (refused?.sent ?? 0) }
    const choice = await chooseStepView(kept.epochs(), {
      history,
      settings,
      sent,
      now,
      factor,
      lastEpoch: head.last?.epoch,
      bill: billAfter(head.bill, paid),
      givenCost: given.cost,
      blockedUntil,
      keepView,
      make: (plan, current, maxTokens) => preparation.epochFor(history, plan, current, { maxTokens, isDry }),
      adopt: epoch => (isDry ? Promise.resolve(epoch) : kept.addEpoch(epoch)),
    })
    const { chosen } = choice
    const isSent = !isDry && isWanted(settings.maxTokens - Math.round(chosen.tokens))
    if (isSent && choice.receipt !== undefined) preparation.dropPrepared()
    const systemAndTools = history.systemAndToolsUnder(chosen.epoch)
    const last: LastStep = {
      systemAndTools: systemAndTools.hash,
      ...(systemAndTools.tools.length === 0
        ? {}
        : { systemAndToolsGiven: history.given.systemAndTools.hash }),
      epoch: chosen.epoch.name,
      hash: history.chain.at(-1) as string,
      length: history.messages.length,
      ...(now === undefined ? {} : { at: now }),
      ...(choice.isNew || isRepeated(history, chosen.epoch, head.last) ? { isNew: true as const } : {}),
    }
    const bill = { given: given.cost, sent: chosen.cost }
    if (choice.receipt !== undefined && isSent)
      blockedUntil = choice.isNew ? 0 : chosen.messageTokens * growthToTryAgain
    const change: HeadChange = {
      blockedUntil,
      bill: billAfter(paid, bill),
      isAgain,
      last,
      ...(choice.isNew ? { epoch: chosen.epoch.name } : {}),
      ...(preparation.writerUse === undefined ? {} : { writer: preparation.writerUse }),
      ...observationOf(reported, latest),
    }
    const after = isSent ? await kept.change(change) : headAfter(head, change)
    const receipt = receiptOfStep({
      session: id,
      step: after.steps,
      epoch: after.epochs.length,
      ...stepAction(history, choice, head.last, given.cached),
      history,
      choice,
      given,
      total: after.bill,
      prices,
      maxTokens: settings.maxTokens,
      usage: reported,
      notes: [...choice.notes, ...kept.notes()],
      ...(after.writer === undefined ? {} : { writer: { now: preparation.writerUse, total: after.writer } }),
    })
    const step = { request: live.with(chosen.view.messages, systemAndTools.tools), receipt }
    if (!isSent) return { ...step, isUnsent: true }
    remember(last)
    reported = undefined
    owed = 0
    preparation.dropWriterUse()
    latest = { step: after.steps, history, chosen, bill, share: choice.share }
    return step
  }

  /** What the step would have cost without compression. */
  const givenCost = (history: SessionHistory, now: number | undefined) => {
    const { sizes, systemAndTools } = history.given
    const tokens = ((sizes.at(-1) ?? 0) + systemAndTools.tokens) * factor
    const cached = sentTokens(sizes, systemAndTools, history.chain, now)
    return { tokens, cached, cost: costOf(prices, tokens, cached) }
  }

  /** The tokens of an uncompressed request that the provider would already have cached. */
  const sentTokens = (
    sizes: readonly number[],
    systemAndTools: SystemAndTools,
    chain: readonly string[],
    now: number | undefined,
  ): number => {
    const length = sent.longest(`${systemAndTools.hash} given`, chain, now)
    return length === 0 ? 0 : ((sizes[length] as number) + systemAndTools.tokens) * factor
  }

  /** Tools come before everything else in the cache: all that was sent is then written again. */
  const paysForTools = (saved: number, cached: number): boolean =>
    saved * factor * prices.write >= cached * (prices.write - prices.read)

  const untouched = <Request extends object>(request: Request, note: Note): Step<Request> => ({
    request,
    receipt: receiptUntouched(id, receipts.at(-1), options.format, note),
  })

  /** On a failure, first new messages stay unshortened, then the whole request is left unchanged. */
  const attempt = async <Request extends object>(
    request: Request,
    stepOptions: StepOptions,
  ): Promise<Step<Request>> => {
    try {
      return await take(request, stepOptions)
    } catch (error) {
      const note = failureNote(error)
      if (stepOptions.keepView !== undefined) {
        const step = untouched(request, note)
        return stepOptions.dryRun === true ? { ...step, isUnsent: true } : step
      }
      return attempt(request, { ...stepOptions, keepView: note })
    }
  }

  const step = async <Request extends object>(
    request: Request,
    stepOptions: StepOptions,
  ): Promise<Step<Request>> => {
    const done = await attempt(request, stepOptions)
    if (done.isUnsent) return done
    if (stepOptions.again === true) receipts.pop()
    receipts.push(done.receipt)
    if (receipts.length > maxReceipts) receipts.shift()
    return done
  }

  /** One after another: each step builds on what the previous one sent. */
  const inTurn = <Request extends object>(
    request: Request,
    stepOptions: StepOptions,
  ): Promise<Step<Request>> => {
    if (stepOptions.keepView !== undefined) return step(request, stepOptions)
    const result = queue.then(() => step(request, stepOptions))
    queue = result
    return result
  }

  return {
    get id() {
      return id
    },
    async step(request, given = {}) {
      try {
        checkNames(given, stepOptionNames)
      } catch (error) {
        return untouched(request, failureNote(error))
      }
      const { timeoutMs, ...stepOptions } = given
      if (timeoutMs === undefined) return inTurn(request, stepOptions)
      const within = await stepWithin(each => inTurn(request, each), { ...stepOptions, timeoutMs })
      return within ?? untouched(request, timeoutNote(timeoutMs))
    },
    usage(usage) {
      reported = usage
    },
    async extend(receipt, messages) {
      try {
        const extended = extendedReceipt(receipt, messages, { counts, factor, settings })
        owed += extended.cost.sent - receipt.cost.sent
        return extended
      } catch {
        return receipt
      }
    },
    prepare: () => (latest === undefined ? Promise.resolve() : preparation.prepare(latest)),
    receipts: () => [...receipts],
  }
}
