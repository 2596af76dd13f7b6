/** When a view is due to be chosen anew, and how much it may then have. */
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'
import { waterMarks } from './water-marks.ts'

/** Tokens of messages, as the provider counts them. */
export interface RewritePlan {
  /** It is due from so many on. */
  readonly line: number
  /** What it should leave. */
  readonly drain: number
  /** Where the bill does not allow for so much, it goes deeper, but leaves so many at the least. */
  readonly least: number
  /** More do not fit into the window; where nothing would, the window says nothing. */
  readonly room: number
}

/** Tokens, as the provider counts them. */
export interface RewriteOccasion {
  /** Of the whole history, as it came. */
  readonly given: number
  /** What a turn of the agent adds, on the average. */
  readonly growth: number
  /** System, tools, and what every request costs. */
  readonly beside: number
  /** Nothing of the conversation is cached. */
  readonly isCold: boolean
}

/** The longer the story, the more there is to tell of it: at least this share of it. */
const lowWaterOfGiven = 0.16
const minLowWater = 0.5
/** With nothing in the cache a rewrite costs nothing extra: from so many drain lines on. */
const coldFill = 1.5
/** No view is given more of the room. */
const roomShare = 0.5
/** A rewrite is paid back turn by turn: so many lie between two of them, as far as the window has room. */
const turnsApart = 6

export function occasionOf(
  { sizes, growth, besideNext }: Pick<SessionHistory, 'sizes' | 'growth' | 'besideNext'>,
  factor: number,
  isCold: boolean,
): RewriteOccasion {
  const beside = besideNext.tokens * factor
  return { given: (sizes.at(-1) ?? 0) * factor, growth: growth * factor, beside, isCold }
}

export function rewritePlan(settings: SessionSettings, occasion: RewriteOccasion): RewritePlan {
  const { given, growth, beside, isCold } = occasion
  const room = settings.most > beside ? settings.most - beside : Number.POSITIVE_INFINITY
  const named = waterMarks(settings.lines, room)
  const whole = Math.max(named.drain, Math.min(given * lowWaterOfGiven, room * roomShare))
  // Who names the fill line knows why.
  const apart = settings.lines.fill === undefined ? growth * turnsApart : 0
  // The newest turn stays to the letter; half of a view beside it is the least that tells the story.
  const deepest = Math.min(whole, named.drain * minLowWater + growth)
  const drain = Math.min(whole, room, Math.max(deepest, room - apart))
  const line = Math.max((named.fill * whole) / named.drain, drain + apart)
  return {
    line: isCold ? Math.min(line, drain * coldFill) : line,
    drain,
    least: Math.min(drain, whole * minLowWater),
    room,
  }
}
