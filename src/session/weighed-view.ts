/** A view with the current bill of the provider for it. */
import { costOf } from './economics.ts'
import { belongsTo, type Epoch, type EpochView, noEpoch, sharedLength } from './epoch.ts'
import type { SentPrefixes } from './sent-prefixes.ts'
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'

/** Tokens as the provider counts them. */
export interface WeighedView {
  readonly epoch: Epoch
  readonly view: EpochView
  /** How many messages of the history have been sent in this epoch. */
  readonly sentLength: number
  readonly messageTokens: number
  /** Tokens of the whole request. */
  readonly tokens: number
  readonly cached: number
  readonly cost: number
}

export interface WeighingContext {
  readonly history: SessionHistory
  readonly settings: SessionSettings
  readonly sent: SentPrefixes
  readonly now: number | undefined
  /** The provider's tokens per counted token. */
  readonly factor: number
  /** The name of the epoch of the last step, in any process. */
  readonly lastEpoch: string | undefined
}

/**
 * Chooses among the views of this history: the one with the most cached messages; else that of the last step, since only this
 * one is sure to have been sent if a replica was killed during its step; else the latest.
 */
export function currentView(epochs: readonly Epoch[], context: WeighingContext): WeighedView {
  const { history, sent, now } = context
  let best: { readonly epoch: Epoch; readonly length: number } | undefined
  const latestFirst = [noEpoch, ...epochs].reverse()
  const last = latestFirst.filter(({ name }) => name === context.lastEpoch)
  // It is usually the one, and then checking the others costs almost nothing.
  for (const epoch of new Set([...last, ...latestFirst])) {
    if (!belongsTo(epoch, history.chain)) continue
    const minLength = best?.length ?? 0
    const { hash } = history.systemAndToolsUnder(epoch)
    const length = sent.longest(`${hash} view ${epoch.name}`, history.chain, now, minLength)
    if (best === undefined || length > minLength) best = { epoch, length }
  }
  const { epoch, length } = best ?? { epoch: noEpoch, length: 0 }
  const view = history.under(epoch)
  return weighed(epoch, view, length, length === 0 ? undefined : view.sizes[length], context)
}

/** Everything before the first change is still cached; nothing is if our tools are added. */
export function rewrittenView(epoch: Epoch, current: WeighedView, context: WeighingContext): WeighedView {
  const view = context.history.under(epoch)
  const shared = Math.min(sharedLength(current.epoch, epoch), current.sentLength)
  const { history } = context
  const isCached =
    current.sentLength > 0 &&
    history.systemAndToolsUnder(current.epoch).hash === history.systemAndToolsUnder(epoch).hash
  return weighed(epoch, view, current.sentLength, isCached ? view.sizes[shared] : undefined, context)
}

function weighed(
  epoch: Epoch,
  view: EpochView,
  sentLength: number,
  /** Tokens of cached messages; `undefined` if not even system text and tools are cached. */
  cachedMessages: number | undefined,
  { history, settings, factor }: WeighingContext,
): WeighedView {
  const systemAndToolTokens = history.systemAndToolsUnder(epoch).tokens
  const tokens = (view.tokens + systemAndToolTokens) * factor
  const cached = cachedMessages === undefined ? 0 : (cachedMessages + systemAndToolTokens) * factor
  return {
    epoch,
    view,
    sentLength,
    messageTokens: view.tokens * factor,
    tokens,
    cached,
    cost: costOf(settings.prices, tokens, cached),
  }
}
