/** Which messages of a conversation that was taken apart replace earlier ones. */
import { longestSpanEnd, spanMarkerIn } from '../scan/marker.ts'
import type { Message, TokenCounter } from '../types.ts'
import type { Apart } from './conversation.ts'
import type { ExpandedInput } from './expanded-input.ts'

export function summariesApart(
  messages: readonly Message[],
  { givenAt }: ExpandedInput,
  counter: TokenCounter,
): Apart {
  const summaries = new Map(
    messages.flatMap(({ role, blocks }, index) => {
      const wasJoined = [givenAt[index - 1], givenAt[index + 1]].includes(givenAt[index])
      const block = blocks.find(each => each.type === 'text' && spanMarkerIn(each.text) !== undefined)
      if (role !== 'user' || !wasJoined || block?.type !== 'text' || block.path === undefined) return []
      return [[index, { path: block.path, text: block.text }]]
    }),
  )
  return { summaries, joiningTokens: summaries.size * counter.count(longestSpanEnd) }
}
