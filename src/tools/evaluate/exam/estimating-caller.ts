/** What a run would take, before anybody is asked: the same calls, with answers of the usual size. */
import type { TokenCounter } from '../../../types.ts'
import { type CallCache, type Caller, keyOf } from './exam-call.ts'
import type { CallTotals } from './exam-report.ts'

/** What is kept already costs nothing. `shown` masks what would be sent. */
export function estimatingCaller(
  cache: CallCache,
  counter: TokenCounter,
  shown: (text: string) => string,
): Caller & { totals(): CallTotals } {
  const total = { calls: 0, inputTokens: 0, outputTokens: 0 }
  return {
    totals: () => ({ ...total }),
    async ask(model, { prompt, read, assumed }) {
      const masked = { system: shown(prompt.system), user: shown(prompt.user) }
      const kept = cache.get(keyOf(model, masked))
      const reply = kept === undefined ? undefined : read(kept.answer)
      if (reply !== undefined && 'value' in reply) return reply.value
      const { value, tokens } = assumed()
      total.calls += 1
      total.inputTokens += counter.count(`${prompt.system}\n${prompt.user}`)
      total.outputTokens += tokens
      return value
    },
  }
}
