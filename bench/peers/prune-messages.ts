/** `pruneMessages` of the AI SDK: tool calls and results before the last so many messages go, as many as the budget needs. */
import type { ModelMessage, pruneMessages } from 'ai'
import { aiSdk } from '../../src/formats/ai-sdk.ts'
import type { History } from '../../src/tools/evaluate/history.ts'
import type { Method, MethodView } from '../../src/tools/evaluate/method.ts'
import { viewOf } from '../../src/tools/evaluate/methods/text-view.ts'

export function pruneMethod(prune: typeof pruneMessages): Method {
  return {
    name: 'AI SDK pruneMessages',
    describe: 'tool calls and results before the last messages dropped, as many as the budget needs',
    kind: 'peer',
    view(history, tokens) {
      const messages = aiSdk.create(history.messages) as ModelMessage[]
      const pruned = (keep: number): MethodView => {
        const toolCalls = keep === 0 ? 'all' : (`before-last-${keep}-messages` as const)
        const options = { reasoning: 'before-last-message', toolCalls, emptyMessages: 'remove' } as const
        return viewOf(aiSdk.read(prune({ messages, ...options })))
      }
      return pruned(maxKept(messages.length, keep => costOf(pruned(keep), history) <= tokens))
    },
  }
}

function costOf({ text }: MethodView, { counters }: History): number {
  return counters.counter.count(text)
}

function maxKept(messages: number, fits: (keep: number) => boolean): number {
  let kept = 0
  let tooMany = messages + 1
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1
    if (fits(middle)) kept = middle
    else tooMany = middle
  }
  return kept
}
