/** How full a window is: what is said, against what is left of the window for it. */
import type { ContextPressure } from '../../receipt.ts'
import type { ContextWindow } from './model-windows.ts'

/** `tokens`: of the messages alone. `systemAndToolTokens`: of the system text and the tools. */
export function contextPressure(
  tokens: number,
  window: ContextWindow,
  systemAndToolTokens = 0,
): ContextPressure {
  const usable = Math.max(0, window.tokens - window.reserve - systemAndToolTokens)
  return {
    ...(window.model === undefined ? {} : { model: window.model }),
    window: window.tokens,
    reserve: window.reserve,
    systemAndToolTokens,
    usable,
    tokens,
    share: tokens / Math.max(1, usable),
  }
}
