/** What stands in a block, by who wrote it: much of what users' messages hold was put there by programs. */
import { isProgramText, userText } from '../../../scan/actions/harness-text.ts'
import { isShellAnswer } from '../../../scan/actions/spoken-calls.ts'
import { spanPieces } from '../../../scan/marker.ts'
import type { Block, Message, OpaqueBlock } from '../../../types.ts'

export type Writer = 'user' | 'words' | 'calls' | 'tools'

export interface SaidPart {
  readonly text: string
  readonly author: Writer
  /** What it demands binds the agent. */
  readonly binds: boolean
}

export function writerOf({ role }: Message, { type }: Block): Writer {
  if (type === 'toolCall') return 'calls'
  if (type === 'toolResult' || role === 'tool') return 'tools'
  return role === 'assistant' ? 'words' : 'user'
}

/** In order; together they are the text, but for the end lines of what stands for earlier messages. */
export function splitByAuthor(
  message: Message,
  before: Message | undefined,
  block: Exclude<Block, OpaqueBlock>,
): readonly SaidPart[] {
  const { text } = block
  const author = writerOf(message, block)
  if (author !== 'user') return [{ text, author, binds: false }]
  const pieces = spanPieces(text)
  if (pieces.some(({ mark }) => mark !== undefined))
    return pieces.flatMap(({ text: piece, mark }) =>
      mark === undefined ? userParts(piece) : [{ text: piece, author: 'words', binds: true }],
    )
  if (isProgramText(message, before, text))
    return [{ text, author: isShellAnswer(message) ? 'tools' : 'words', binds: false }]
  return userParts(text)
}

function userParts(text: string): readonly SaidPart[] {
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
