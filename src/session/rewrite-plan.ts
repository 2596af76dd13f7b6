/** When a view is due to be chosen anew, and how much it may then have. */
import type { SessionSettings } from './session-settings.ts'
import type { WeighedView } from './weighed-view.ts'

/** Tokens of messages, as the provider counts them. */
export interface RewritePlan {
  /** It is due from so many on. */
  readonly line: number
  /** What it should leave. */
  readonly drain: number
  /** Where the bill does not allow for so much, it goes deeper, but leaves so many at the least. */
  readonly least: number
}

/** The longer the story, the more there is to tell of it: at least this share of it. */
const drainOfGiven = 0.16
const leastDrain = 0.5
/** With nothing in the cache a rewrite costs nothing extra: from so many drain lines on. */
const coldFill = 1.5
/** No view is given more of the window. */
const windowShare = 0.5

/** `given`: tokens of the whole history, as it came. */
export function rewritePlan(
  { sentLength }: Pick<WeighedView, 'sentLength'>,
  settings: SessionSettings,
  given: number,
): RewritePlan {
  const long = Math.min(given * drainOfGiven, settings.most * windowShare)
  const drain = Math.max(settings.drain, long)
  const fill = (settings.fill * drain) / settings.drain
  const line = sentLength === 0 ? Math.min(fill, drain * coldFill) : fill
  return { line, drain, least: drain * leastDrain }
}
