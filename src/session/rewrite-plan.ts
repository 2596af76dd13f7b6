/** What an epoch would condense now: what came since the last one, or everything anew from the originals. */
import { type Epoch, noEpoch } from './epoch.ts'
import type { SessionSettings } from './session-settings.ts'
import type { WeighedView } from './weighed-view.ts'

/** Tokens as the provider counts them. */
export interface RewritePlan {
  /** What it goes on from: its spans stay as they are. */
  readonly base: Epoch
  /** Of what stays before it. */
  readonly kept: number
  /** Of what it passes over and may not touch. */
  readonly held: number
  /** Of what it condenses. */
  readonly live: number
  /** It is due from so many on. */
  readonly line: number
  /** What it should leave of them. */
  readonly drain: number
  /** Where the bill does not allow for so much, it goes deeper, but leaves so many at the least. */
  readonly least: number
}

const leastDrain = 0.5
/** With nothing in the cache a rewrite costs nothing extra: from so much more than it leaves. */
const coldFill = 1.5
/** A view that fills the window is cut back to no more than this share of it. */
const windowShare = 0.6

/** `heldFrom` knows the tokens of what may not be touched, from a message on. */
export function rewritePlan(
  standing: WeighedView,
  settings: SessionSettings,
  heldFrom: (message: number) => number,
): RewritePlan {
  const { epoch, messageTokens, condensedTokens: kept, digestTokens, sentLength, tokens } = standing
  const { fill, drain, digests, depth, most } = settings
  const everything = (line: number): RewritePlan => {
    const held = heldFrom(0)
    const left = Math.min(depth, Math.max(1, most * windowShare - held))
    return {
      base: noEpoch,
      kept: 0,
      held,
      live: messageTokens - held,
      line,
      drain: left,
      least: left * leastDrain,
    }
  }
  if (tokens > most) return everything(0)
  if (sentLength === 0) return everything(depth * coldFill)
  const since = messageTokens - kept
  // Below the line nobody needs to know more.
  const held = since < fill ? 0 : heldFrom(epoch.covers)
  const live = since - held
  const left = (live * drain) / fill
  if (epoch !== noEpoch && live >= fill && digestTokens + left > digests) return everything(0)
  // However long it had to wait for the bill, it may leave as little as at the fill line.
  return { base: epoch, kept, held, live, line: fill, drain: left, least: drain * leastDrain }
}
