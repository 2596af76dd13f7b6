/** One conversation, step by step: what was sent stays as it is, what is new is added, and an epoch begins when it pays. */
import { factorFromUsage } from '../measure/tokens/tokens-corrected.ts'
import { failureNote } from '../run.ts'
import { memoryStore } from '../store/memory.ts'
import { costOf } from './economics.ts'
import { belongsTo, type Epoch } from './epoch.ts'
import { type HeadChange, headAfter, type KeptState, keptState, type LastStep } from './kept-state.ts'
import { readRequest } from './live-request.ts'
import { type MadeEpoch, makeEpoch } from './make-epoch.ts'
import { identifier } from './message-identity.ts'
import { occasionOf, type RewritePlan, rewritePlan } from './rewrite-plan.ts'
import { sentPrefixes } from './sent-prefixes.ts'
import { historyReader, type SessionHistory } from './session-history.ts'
import { sessionName } from './session-name.ts'
import { resolveSession } from './session-settings.ts'
import type { Session, SessionOptions, Step, StepReceipt, Usage } from './session-types.ts'
import { receiptOfStep, receiptUntouched } from './step-receipt.ts'
import { tokenBook } from './token-book.ts'
import { chooseView } from './view-choice.ts'
import type { WeighedView } from './weighed-view.ts'

/** How many receipts a session remembers. */
const mostReceipts = 200
/** After an attempt in vain the next one waits until the messages have grown so much. */
const growthToTryAgain = 1.2
/** From so much of the fill line on an epoch is worth preparing. */
const nearFill = 0.8
/** A view that was prepared may pass its line by so much: what came since stands behind it as it came. */
const spare = 1.25
/** No tokenizer differs from another by such a factor: a server that says so reports something else. */
const farOff = 4

/** Throws `invalid-option`; the session itself never throws. */
export function createSession(options: SessionOptions = {}): Session {
  const settings = resolveSession(options)
  const { prices, clock } = settings
  const store = options.store ?? memoryStore()
  const book = tokenBook({ counter: options.compress?.counter, model: options.model })
  const readHistory = historyReader(settings.birth, store, book)
  const sent = sentPrefixes(prices.ttlSeconds)
  const identify = identifier()
  const receipts: StepReceipt[] = []
  let id = options.id ?? ''
  let state: KeptState | undefined
  let latest: LatestStep | undefined
  let reported: Usage | undefined
  let prepared: MadeEpoch | undefined
  let preparing: { readonly after: LatestStep; readonly done: Promise<void> } | undefined
  let blockedUntil = 0
  let factor = 1
  let queue: Promise<unknown> = Promise.resolve()

  const remember = ({ beside, epoch, hash, at }: LastStep): void => {
    sent.add(`${beside} view ${epoch}`, hash, at)
    sent.add(`${beside} given`, hash, at)
  }

  const make = (history: SessionHistory, { drain }: RewritePlan, stands: Epoch): Promise<MadeEpoch> => {
    const { model } = options
    const budget = Math.max(1, Math.floor(drain / factor))
    const session = { id, format: history.format.name, ...(model === undefined ? {} : { model }) }
    return makeEpoch({
      messages: history.forEpoch(budget),
      chain: history.chain,
      stands,
      format: history.format,
      options: { strategy: 'coverage', model, ...options.compress, store, budget, reserved: 0, session },
    })
  }

  /** Compare-and-swap: what was prepared counts if the history still begins as it did. */
  const fitting = (history: SessionHistory, { drain }: RewritePlan, most: number): MadeEpoch | undefined =>
    prepared?.epoch !== undefined &&
    belongsTo(prepared.epoch, history.chain) &&
    history.under(prepared.epoch).tokens * factor <= Math.min(most, drain * spare)
      ? prepared
      : undefined

  const take = async <Request extends object>(request: Request, isDry: boolean): Promise<Step<Request>> => {
    const live = readRequest(request, options.format)
    const identified = identify(live.messages, live.format.name)
    id ||= sessionName(live)
    state ??= keptState(store, id)
    const kept = state
    const head = await kept.read()
    const now = clock?.()
    if (head.last !== undefined) remember(head.last)
    factor = factorFromUsage(head.observations)
    const history = await readHistory(live, identified, kept, id, isDry)
    const given = givenCost(history, now)
    const choice = await chooseView(kept.epochs(), {
      history,
      settings,
      sent,
      now,
      factor,
      bill: head.bill,
      givenCost: given.cost,
      blockedUntil,
      async make(plan, stands, most) {
        // One that is on its way may be the one; a second beside it would slow both.
        await preparing?.done
        const made = fitting(history, plan, most) ?? (await make(history, plan, stands))
        prepared = isDry ? made : undefined
        return made
      },
      adopt: epoch => (isDry ? Promise.resolve(epoch) : kept.addEpoch(epoch)),
    })
    const { chosen } = choice
    const last: LastStep = {
      beside: history.besideHash,
      epoch: chosen.epoch.name,
      hash: history.chain.at(-1) as string,
      length: history.messages.length,
      ...(now === undefined ? {} : { at: now }),
    }
    const change: HeadChange = {
      bill: { given: given.cost, sent: chosen.cost },
      last,
      ...(choice.isNew ? { epoch: chosen.epoch.name } : {}),
      ...observationOf(reported, latest),
    }
    const after = isDry ? headAfter(head, change) : await kept.change(change)
    const receipt = receiptOfStep({
      session: id,
      step: after.steps,
      epoch: after.epochs.length,
      action: choice.isNew ? 'epoch' : follows(history, chosen.epoch, head.last) ? 'append' : 'rewind',
      history,
      choice,
      given,
      total: after.bill,
      prices,
      usage: reported,
      notes: [...choice.notes, ...kept.notes()],
    })
    const step = { request: live.with(chosen.view.messages), receipt }
    if (isDry) return step
    remember(last)
    if (choice.receipt !== undefined)
      blockedUntil = choice.isNew ? 0 : chosen.messageTokens * growthToTryAgain
    reported = undefined
    latest = { history, chosen, share: choice.share }
    return step
  }

  /** What the step would have cost without compression. */
  const givenCost = (history: SessionHistory, now: number | undefined) => {
    const length = sent.longest(`${history.besideHash} given`, history.chain, now)
    const tokens = ((history.sizes.at(-1) ?? 0) + history.beside) * factor
    const cached = length === 0 ? 0 : ((history.sizes[length] as number) + history.beside) * factor
    return { tokens, cost: costOf(prices, tokens, cached) }
  }

  const prepareAfter = async ({ history, chosen, share }: LatestStep): Promise<void> => {
    const { messageTokens, epoch } = chosen
    // By then it will have been sent.
    const occasion = occasionOf(history, factor, false)
    const plan = rewritePlan(settings, occasion)
    if (messageTokens < Math.max(blockedUntil, Math.min(plan.line, plan.room) * nearFill)) return
    if (plan.drain * share < plan.least) return
    // What comes until then stands behind it.
    const wanted = { ...plan, drain: Math.max(plan.least, plan.drain * share - occasion.growth) }
    if (fitting(history, wanted, messageTokens) !== undefined) return
    try {
      prepared = await make(history, wanted, epoch)
    } catch {
      // The step that needs it will try again, and say what is wrong.
    }
  }

  const step = async <Request extends object>(request: Request, isDry: boolean): Promise<Step<Request>> => {
    let done: Step<Request>
    try {
      done = await take(request, isDry)
    } catch (error) {
      done = { request, receipt: receiptUntouched(id, receipts.at(-1), options.format, failureNote(error)) }
    }
    if (isDry) return done
    receipts.push(done.receipt)
    if (receipts.length > mostReceipts) receipts.shift()
    return done
  }

  return {
    get id() {
      return id
    },
    step(request, { dryRun = false } = {}) {
      // One after another: each builds on what the one before has sent.
      const result = queue.then(() => step(request, dryRun))
      queue = result
      return result
    },
    usage(usage) {
      reported = usage
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

interface LatestStep {
  readonly history: SessionHistory
  readonly chosen: WeighedView
  /** Of what an epoch should leave, what the bill allowed for then. */
  readonly share: number
}

function observationOf(
  usage: Usage | undefined,
  latest: LatestStep | undefined,
): Pick<HeadChange, 'observation'> {
  if (usage === undefined || latest === undefined) return {}
  // Before any correction.
  const counted = latest.chosen.view.tokens + latest.history.beside
  const { inputTokens: reported } = usage
  const isPlausible = reported * farOff > counted && reported < counted * farOff
  return isPlausible ? { observation: { counted, reported } } : {}
}

/** Whether the step goes on from the last one: the same history, and more, in the same epoch. */
function follows({ chain }: SessionHistory, epoch: Epoch, last: LastStep | undefined): boolean {
  return last === undefined || (chain[last.length] === last.hash && epoch.name === last.epoch)
}
