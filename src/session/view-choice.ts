/** Which view a step sends: the one that stands, or that of a new epoch where it pays. */
import type { Note, Receipt } from '../types.ts'
import { allowance, type Bill, costOf } from './economics.ts'
import { belongsTo, type Epoch, type EpochView, noEpoch, sharedLength } from './epoch.ts'
import { isOpen, type MadeEpoch } from './make-epoch.ts'
import type { SentPrefixes } from './sent-prefixes.ts'
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'

/** A view with what the provider would bill for it now. Tokens as the provider counts them. */
export interface WeighedView {
  readonly epoch: Epoch
  readonly view: EpochView
  /** How many messages of the history have been sent in this epoch. */
  readonly sentLength: number
  /** Of the messages alone. */
  readonly messageTokens: number
  /** Of the whole request. */
  readonly tokens: number
  readonly cached: number
  readonly cost: number
}

export interface ViewChoice {
  readonly chosen: WeighedView
  readonly reason: string
  /** An epoch begins with this step. */
  readonly isNew: boolean
  /** Of the compression, where one was tried. */
  readonly receipt?: Receipt
  /** Cached tokens that were given up. */
  readonly broken: number
  readonly notes: readonly Note[]
}

export interface ChoiceContext {
  readonly history: SessionHistory
  readonly settings: SessionSettings
  readonly sent: SentPrefixes
  readonly now: number | undefined
  /** The provider's tokens per counted token. */
  readonly factor: number
  /** Of all steps before, and of this one if it is left alone. */
  readonly bill: Bill
  readonly givenCost: number
  /** No epoch below so many tokens of messages: an attempt was in vain. */
  readonly blockedUntil: number
  /** An epoch of so many tokens of messages. */
  make(drain: number): Promise<MadeEpoch>
  /** The epoch that stands in the end: another process may have been faster. */
  adopt(epoch: Epoch): Promise<Epoch>
}

/** An epoch that leaves more than this of the messages is none. */
const leastProgress = 0.75
/** With nothing in the cache a rewrite costs nothing extra: from so many drain lines on. */
const coldFill = 1.5
/** Where the bill does not allow for all of the drain line, an epoch goes deeper: down to this share of it. */
const leastDrain = 0.5

export async function chooseView(epochs: readonly Epoch[], context: ChoiceContext): Promise<ViewChoice> {
  const { history, settings, blockedUntil, bill, givenCost } = context
  const standing = standingView(epochs, context)
  const stays = (reason: string, more: Partial<ViewChoice> = {}): ViewChoice => ({
    chosen: standing,
    reason,
    isNew: false,
    broken: 0,
    notes: [],
    ...more,
  })
  const { messageTokens, sentLength, tokens } = standing
  const isTooLarge = tokens > settings.most
  const line = sentLength === 0 ? Math.min(settings.fill, settings.drain * coldFill) : settings.fill
  const allowed = isTooLarge ? Number.POSITIVE_INFINITY : allowance(bill, givenCost, settings.risk)
  const drain = Math.min(settings.drain, affordable(allowed, standing, context))
  if (messageTokens < blockedUntil) return stays('the last rewrite that was tried gained too little')
  if (!isTooLarge) {
    if (messageTokens < line) return stays('below the fill line')
    if (drain < settings.drain * leastDrain) return stays('a rewrite would not pay if the session ended here')
    if (isOpen(history.messages, history.format)) return stays('a tool call has no answer yet')
  }
  const { epoch, receipt } = await context.make(drain)
  const attempted = { receipt, notes: receipt.notes }
  if (epoch === undefined || !belongsTo(epoch, history.chain))
    return stays('nothing could be rewritten', attempted)
  const next = rewrittenView(epoch, standing, context)
  if (next.messageTokens > messageTokens * leastProgress)
    return stays('a rewrite would gain too little', {
      ...attempted,
      notes: [...receipt.notes, floorNote(receipt)],
    })
  if (next.cost > allowed) return stays('a rewrite would not pay if the session ended here', attempted)
  const adopted = await context.adopt(epoch)
  const chosen = adopted === epoch ? next : rewrittenView(adopted, standing, context)
  return {
    ...attempted,
    chosen,
    isNew: true,
    reason: isTooLarge
      ? 'the window is full'
      : sentLength === 0
        ? 'nothing was cached'
        : 'above the fill line, and it pays',
    broken: Math.max(0, standing.cached - chosen.cached),
  }
}

/** Tokens of messages that may be written anew; what stands beside them is cached where anything is. */
function affordable(
  allowed: number,
  { sentLength }: WeighedView,
  { history, settings: { prices }, factor }: ChoiceContext,
): number {
  const beside = history.beside * factor
  return (allowed - costOf(prices, beside, sentLength === 0 ? 0 : beside)) / prices.write
}

/** Of the views that belong to this history: the one of which most is cached; else the latest. */
function standingView(epochs: readonly Epoch[], context: ChoiceContext): WeighedView {
  const { history, sent, now } = context
  let best = { epoch: noEpoch, length: -1 }
  for (const epoch of [noEpoch, ...epochs]) {
    if (!belongsTo(epoch, history.chain)) continue
    const length = sent.longest(`${history.besideHash} view ${epoch.name}`, history.chain, now)
    if (length >= best.length) best = { epoch, length }
  }
  const view = history.under(best.epoch)
  return weighed(best.epoch, view, best.length, view.sizes[best.length] as number, context)
}

/** What comes before the first change is still cached. */
function rewrittenView(epoch: Epoch, standing: WeighedView, context: ChoiceContext): WeighedView {
  const view = context.history.under(epoch)
  const shared = Math.min(sharedLength(standing.epoch, epoch), standing.sentLength)
  return weighed(epoch, view, standing.sentLength, view.sizes[shared] as number, context)
}

function weighed(
  epoch: Epoch,
  view: EpochView,
  sentLength: number,
  cachedMessages: number,
  { history, settings, factor }: ChoiceContext,
): WeighedView {
  const tokens = (view.tokens + history.beside) * factor
  const cached = sentLength === 0 ? 0 : (cachedMessages + history.beside) * factor
  const cost = costOf(settings.prices, tokens, cached)
  return { epoch, view, sentLength, messageTokens: view.tokens * factor, tokens, cached, cost }
}

function floorNote({ budget }: Receipt): Note {
  const parts = Object.entries(budget?.floor?.parts ?? {})
    .filter(([, tokens]) => tokens > 0)
    .map(([part, tokens]) => `${part} ${tokens}`)
  const why = parts.length === 0 ? '' : `: ${parts.join(', ')} tokens`
  return { code: 'no-progress', message: `What may not be touched leaves too little to gain${why}.` }
}
