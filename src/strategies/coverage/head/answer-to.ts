/** The message in which the agent answered in words what a person asked while it worked. */
import { asksSomething } from '../../../scan/asks-something.ts'
import type { Message } from '../../../types.ts'
import { requestTexts } from '../facts/view-part.ts'

/** `Can you also mend the lexer?` asks to do something. */
const demands = /\b(?:can|could|would|will) (?:you|we)\b|\bplease\b/i

/** `undefined` where nothing was asked, or the agent's next message begins with a call. */
export function answerTo(messages: readonly Message[], asked: number): number | undefined {
  const said = requestTexts(messages, asked).join('\n')
  if (!asksSomething(said) || demands.test(said)) return undefined
  const next = messages.findIndex(
    ({ role, blocks }, at) =>
      at > asked && role === 'assistant' && blocks.some(({ type }) => type !== 'opaque'),
  )
  const first = messages[next]?.blocks.find(({ type }) => type !== 'opaque')
  return first?.type === 'text' && first.text.trim() !== '' ? next : undefined
}
