/** When the next view is due, and how large it may be. */
import type { SessionHistory } from './session-history.ts'
import { type SessionSettings, waterMarks } from './session-settings.ts'

/** In tokens of messages, as the provider counts them. */
export interface RewritePlan {
  /** The size from which it is due. */
  readonly highWater: number
  /** The target size. */
  readonly lowWater: number
  /** The lower limit, used if the bill does not allow the target. */
  readonly minLowWater: number
  /** The maximum that fits into the window; ignored if nothing would fit. */
  readonly room: number
}

/** In tokens, as the provider counts them. */
interface RewriteOccasion {
  /** Tokens of the whole history, as it came. */
  readonly given: number
  /** Average tokens that a turn of the agent adds. */
  readonly growth: number
  /** Tokens of system text and tools, and the overhead of every request. */
  readonly systemAndToolTokens: number
  /** Nothing of the conversation is cached. */
  readonly isCold: boolean
}

/** A longer history gets a longer view: at least this share of it. */
const lowWaterOfGiven = 0.16
const minLowWaterShare = 0.5
/** With an empty cache, a rewrite costs nothing extra and is due from this multiple of the low-water mark. */
const coldHighWaterRatio = 1.5
/** A view gets at most this share of the room. */
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
  // The newest turn stays verbatim; a view gets at least half of the remaining room.
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
