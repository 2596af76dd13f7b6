/** How full a window is: what is said, against what is left of the window for it. */
import type { ContextWindow } from './model-windows.ts'

export interface ContextPressure {
  readonly model?: string
  readonly window: number
  /** Left free for the answer. */
  readonly reserve: number
  /** Taken by the system text and the tools. */
  readonly beside: number
  /** What is left for the messages; 0 where the others take it all. */
  readonly usable: number
  /** Of the messages. */
  readonly tokens: number
  /** tokens / usable: above 1 the request does not fit. */
  readonly share: number
}

/** `tokens`: of the messages alone. `beside`: of the system text and the tools. */
export function contextPressure(tokens: number, window: ContextWindow, beside = 0): ContextPressure {
  const usable = Math.max(0, window.tokens - window.reserve - beside)
  return {
    ...(window.model === undefined ? {} : { model: window.model }),
    window: window.tokens,
    reserve: window.reserve,
    beside,
    usable,
    tokens,
    share: tokens / Math.max(1, usable),
  }
}
