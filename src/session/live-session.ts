/** One conversation, step by step: what was sent stays as it is, what is new is added, and an epoch begins when it pays. */
import type { Detection } from '../formats/detect-format.ts'
import { memoryStore } from '../store/memory.ts'
import { factorFromUsage } from '../tokens/tokens-corrected.ts'
import type { Note } from '../types.ts'
import { failureNote } from '../view/run.ts'
import { billAfter, costOf } from './economics.ts'
import { belongsTo, type Epoch } from './epoch.ts'
import { extendedReceipt } from './extended-receipt.ts'
import {
  type HeadChange,
  headAfter,
  type KeptState,
  keptState,
  type LastStep,
  recentSteps,
} from './kept-state.ts'
import { type LatestStep, observationOf } from './latest-step.ts'
import { readRequest } from './live-request.ts'
import { type MadeEpoch, makeEpoch } from './make-epoch.ts'
import { identifier } from './message-identity.ts'
import { hasWriter, noteOfEpoch, withEarlierNote, withoutWriter } from './note-options.ts'
import { occasionOf, type RewritePlan, rewritePlan } from './rewrite-plan.ts'
import { sentPrefixes } from './sent-prefixes.ts'
import { historyReader, type SessionHistory, type SystemAndTools } from './session-history.ts'
import { sessionName } from './session-name.ts'
import { resolveSession } from './session-settings.ts'
import type { Session, SessionOptions, Step, StepOptions, StepReceipt, Usage } from './session-types.ts'
import { isRepeated, stepAction } from './step-action.ts'
import { receiptOfStep, receiptUntouched } from './step-receipt.ts'
import { stepWithin, timeoutNote } from './step-within.ts'
import { tokenBook } from './token-book.ts'
import { chooseView } from './view-choice.ts'
import { type WriterUse, writerUseAfter } from './writer-use.ts'

/** How many receipts a session remembers. */
const maxReceipts = 200
/** After an attempt in vain the next one waits until the messages have grown so much. */
const growthToTryAgain = 1.2
/** From so much of the high-water mark on an epoch is worth preparing. */
const nearHighWater = 0.8
/** A view that was prepared may pass its line by so much: what came since is behind it as it came. */
const spare = 1.25
/** Throws `invalid-option`; the session itself never throws. */
export function createSession(options: SessionOptions = {}): Session {
  const settings = resolveSession(options)
  const { prices, clock } = settings
  const store = options.store ?? memoryStore()
  const book = tokenBook({ counter: options.compress?.counter ?? options.counter })
  const readHistory = historyReader(settings.shortenOutputs, store, book)
  const sent = sentPrefixes(prices.ttlSeconds)
  const { identify, sharedLength } = identifier()
  let detection: Detection | undefined
  const receipts: StepReceipt[] = []
  let id = options.id ?? ''
  let state: KeptState | undefined
  let latest: LatestStep | undefined
  let reported: Usage | undefined
  let prepared: PreparedEpoch | undefined
  let preparing: { readonly after: LatestStep; readonly done: Promise<void> } | undefined
  /** Of the writer, since the last step. */
  let writing: WriterUse | undefined
  let latestNote: string | undefined
  let blockedUntil = 0
  let factor = 1
  /** What further requests of steps have cost, until a step puts it on the bill. */
  let owed = 0
  let queue: Promise<unknown> = Promise.resolve()

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

  const make = (
    history: SessionHistory,
    { lowWater }: RewritePlan,
    current: Epoch,
    how = withoutWriter(options.compress),
  ): Promise<MadeEpoch> => {
    const { counter } = options
    const budget = Math.max(1, Math.floor(lowWater / factor))
    const session = {
      id,
      format: history.format.name,
      ...(typeof counter === 'string' ? { model: counter } : {}),
    }
    return makeEpoch({
      messages: history.forEpoch(budget),
      read: history.read(),
      chain: history.chain,
      current,
      format: history.format,
      options: {
        counter,
        // The budget of an epoch is ours to pass: nobody asked for fewer instructions.
        instructions: 'verbatim',
        ...how,
        store,
        budget,
        reserved: 0,
        session,
      },
    })
  }

  /** Compare-and-swap: what was prepared counts if the history still begins as it did. */
  const fitting = (
    history: SessionHistory,
    { lowWater }: RewritePlan,
    most: number,
  ): MadeEpoch | undefined => {
    const { epoch, isLate } = prepared ?? {}
    if (epoch === undefined || !belongsTo(epoch, history.chain)) return undefined
    // A step waited for the late one in vain: another computation may end no sooner.
    const limit = isLate ? most : Math.min(most, lowWater * spare)
    return history.under(epoch).tokens * factor <= limit ? prepared : undefined
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
    // Only what is new is held against the formats.
    let shared: number | undefined
    const live = readRequest(request, options.format, messages => {
      shared = sharedLength(messages)
      return detection?.length === shared ? detection : undefined
    })
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
    // Of all that was paid for, and of this step alone.
    const paid = { given: -(refused?.given ?? 0), sent: owed - (refused?.sent ?? 0) }
    const choice = await chooseView(kept.epochs(), {
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
      async make(plan, current, most) {
        // One that is on its way may be the one; a second beside it would slow both.
        await preparing?.done
        const made = fitting(history, plan, most) ?? (await make(history, plan, current))
        prepared = { ...made, isLate: !isDry }
        return made
      },
      adopt: epoch => (isDry ? Promise.resolve(epoch) : kept.addEpoch(epoch)),
    })
    const { chosen } = choice
    const isSent = !isDry && isWanted(settings.most - Math.round(chosen.tokens))
    if (isSent && choice.receipt !== undefined) prepared = undefined
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
      ...(writing === undefined ? {} : { writer: writing }),
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
      most: settings.most,
      usage: reported,
      notes: [...choice.notes, ...kept.notes()],
      ...(after.writer === undefined ? {} : { writer: { now: writing, total: after.writer } }),
    })
    const step = { request: live.with(chosen.view.messages, systemAndTools.tools), receipt }
    if (!isSent) return { ...step, isUnsent: true }
    remember(last)
    reported = undefined
    owed = 0
    writing = undefined
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

  /** Of a request as it came: what the provider has seen of it, were it sent so each time. */
  const sentTokens = (
    sizes: readonly number[],
    systemAndTools: SystemAndTools,
    chain: readonly string[],
    now: number | undefined,
  ): number => {
    const length = sent.longest(`${systemAndTools.hash} given`, chain, now)
    return length === 0 ? 0 : ((sizes[length] as number) + systemAndTools.tokens) * factor
  }

  /** Tools come before everything else: all that was sent is then written once more. */
  const paysForTools = (saved: number, cached: number): boolean =>
    saved * factor * prices.write >= cached * (prices.write - prices.read)

  const prepareAfter = async ({ history, chosen, share }: LatestStep): Promise<void> => {
    const { messageTokens, epoch } = chosen
    // By then it will have been sent.
    const occasion = occasionOf(history, factor, false)
    const plan = rewritePlan(settings, occasion)
    if (messageTokens < Math.max(blockedUntil, Math.min(plan.highWater, plan.room) * nearHighWater)) return
    if (plan.lowWater * share < plan.minLowWater) return
    // What comes until then is behind it.
    const wanted = { ...plan, lowWater: Math.max(plan.minLowWater, plan.lowWater * share - occasion.growth) }
    if (fitting(history, wanted, messageTokens) !== undefined) return
    try {
      const plain = { ...(await make(history, wanted, epoch)), isLate: false }
      prepared = plain
      // Nobody waits for the writer: without its answer in time, the epoch is the one without a note.
      if (hasWriter(options.compress) && plain.epoch !== undefined) void write(history, wanted, epoch, plain)
    } catch {
      // The step that needs it will try again, and say what is wrong.
    }
  }

  /** The same epoch with a note, where the writer answers before it is used; else the next one has the note to build on. */
  const write = async (
    history: SessionHistory,
    plan: RewritePlan,
    current: Epoch,
    plain: PreparedEpoch,
  ): Promise<void> => {
    try {
      const earlier = noteOfEpoch(current, history.format) ?? latestNote
      const made = await make(history, plan, current, withEarlierNote(options.compress, earlier))
      writing = writerUseAfter(writing, made.receipt.note)
      if (made.receipt.note?.outcome !== 'written' || made.epoch === undefined) return
      latestNote = noteOfEpoch(made.epoch, history.format)
      if (prepared === plain) prepared = { ...made, isLate: false }
    } catch {
      // The epoch without a note is prepared.
    }
  }

  const untouched = <Request extends object>(request: Request, note: Note): Step<Request> => ({
    request,
    receipt: receiptUntouched(id, receipts.at(-1), options.format, note),
  })

  /** What fails is left out: first what is new stays as it came, then everything. */
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

  /** One after another: each builds on what the one before has sent. */
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
    async step(request, { timeoutMs, ...stepOptions } = {}) {
      if (timeoutMs === undefined) return inTurn(request, stepOptions)
      const within = await stepWithin(each => inTurn(request, each), { ...stepOptions, timeoutMs })
      return within ?? untouched(request, timeoutNote(timeoutMs))
    },
    usage(usage) {
      reported = usage
    },
    async extend(receipt, messages) {
      try {
        const extended = extendedReceipt(receipt, messages, { book, factor, settings })
        owed += extended.cost.sent - receipt.cost.sent
        return extended
      } catch {
        return receipt
      }
    },
    prepare() {
      if (latest === undefined) return Promise.resolve()
      const after = latest
      if (preparing?.after !== after)
        preparing = { after, done: Promise.resolve(preparing?.done).then(() => prepareAfter(after)) }
      return preparing.done
    },
    receipts: () => [...receipts],
  }
}

interface PreparedEpoch extends MadeEpoch {
  /** The step that it was made for has sent another view. */
  readonly isLate: boolean
}
