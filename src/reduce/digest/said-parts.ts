/** What stands in a user's message, by who wrote it: much of it was put there by programs. */
import { isProgramText, userText } from '../../actions/harness-text.ts'
import { isShellAnswer } from '../../actions/spoken-calls.ts'
import { spanMarkerIn } from '../../marker.ts'
import type { Message } from '../../types.ts'

export interface SaidPart {
  readonly text: string
  readonly author: 'user' | 'words' | 'tools'
  /** What it demands binds the agent. */
  readonly binds: boolean
}

/** In order; together they are the text. */
export function saidParts(message: Message, before: Message | undefined, text: string): readonly SaidPart[] {
  if (spanMarkerIn(text) !== undefined) return [{ text, author: 'words', binds: true }]
  if (isProgramText(message, before, text))
    return [{ text, author: isShellAnswer(message) ? 'tools' : 'words', binds: false }]
  const { typed, binding } = userText(text)
  const typedFrom = new Set(typed.map(({ start }) => start))
  const parts: SaidPart[] = []
  let from = 0
  const addData = (to: number): void => {
    if (to > from) parts.push({ text: text.slice(from, to), author: 'tools', binds: false })
  }
  for (const { start, end } of binding) {
    addData(start)
    parts.push({
      text: text.slice(start, end),
      author: typedFrom.has(start) ? 'user' : 'tools',
      binds: true,
    })
    from = end
  }
  addData(text.length)
  return parts
}
