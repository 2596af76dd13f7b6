/** When the next view is due, and how large it may be. */
import type { SessionHistory } from './session-history.ts'
import { type SessionSettings, waterMarks } from './session-settings.ts'

/** Tokens of messages, as the provider counts them. */
export interface RewritePlan {
  /** Tokens from which it is due. */
  readonly highWater: number
  /** What it should leave. */
  readonly lowWater: number
  /** Lower limit where the bill does not allow for the target. */
  readonly minLowWater: number
  /** Most that fit into the window; ignored where nothing would fit. */
  readonly room: number
}

/** Tokens, as the provider counts them. */
interface RewriteOccasion {
  /** Tokens of the whole history, as it came. */
  readonly given: number
  /** What a turn of the agent adds, on the average. */
  readonly growth: number
  /** System, tools, and what every request costs. */
  readonly systemAndToolTokens: number
  /** Nothing of the conversation is cached. */
  readonly isCold: boolean
}

/** A longer history gets a longer view: at least this share of it. */
const lowWaterOfGiven = 0.16
const minLowWaterShare = 0.5
/** Low-water marks from which a rewrite is due with an empty cache, where it costs nothing extra. */
const coldHighWaterRatio = 1.5
/** No view is given more of the room. */
const roomShare = 0.5
/** Turns between two rewrites, in which a rewrite is paid back, as far as the window has room. */
const turnsApart = 6

export function occasionOf(
  { sizes, growth, systemAndToolsNext }: Pick<SessionHistory, 'sizes' | 'growth' | 'systemAndToolsNext'>,
  factor: number,
  isCold: boolean,
): RewriteOccasion {
  const systemAndToolTokens = systemAndToolsNext.tokens * factor
  return { given: (sizes.at(-1) ?? 0) * factor, growth: growth * factor, systemAndToolTokens, isCold }
}

export function rewritePlan(settings: SessionSettings, occasion: RewriteOccasion): RewritePlan {
  const { given, growth, systemAndToolTokens, isCold } = occasion
  const room =
    settings.maxTokens > systemAndToolTokens
      ? settings.maxTokens - systemAndToolTokens
      : Number.POSITIVE_INFINITY
  const named = waterMarks(settings.lines, room)
  const whole = Math.max(named.lowWater, Math.min(given * lowWaterOfGiven, room * roomShare))
  // A high-water mark of the caller is not changed.
  const apart = settings.lines.highWater === undefined ? growth * turnsApart : 0
  // The newest turn stays to the letter; a view gets at least half of the remaining room.
  const minimum = Math.min(whole, named.lowWater * minLowWaterShare + growth)
  const lowWater = Math.min(whole, room, Math.max(minimum, room - apart))
  const highWater = Math.max((named.highWater * whole) / named.lowWater, lowWater + apart)
  return {
    highWater: isCold ? Math.min(highWater, lowWater * coldHighWaterRatio) : highWater,
    lowWater,
    minLowWater: Math.min(lowWater, whole * minLowWaterShare),
    room,
  }
}
