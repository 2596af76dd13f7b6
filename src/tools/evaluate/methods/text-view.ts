/** Views made of the texts of a history: each text is kept, replaced or left out. */
import { conversationText } from '../../../scan/spoken-text.ts'
import type { Block, Message } from '../../../types.ts'
import type { History, HistoryPart } from '../history.ts'
import type { MethodView } from '../method.ts'

/** `textOf` returns the text of each part; `undefined` leaves it out, and a message without parts is dropped. */
export function textView(
  history: History,
  textOf: (part: HistoryPart, index: number) => string | undefined,
): MethodView {
  const grouped = Map.groupBy(
    history.parts.map((part, index) => ({ part, text: textOf(part, index) })),
    ({ part }) => part.message,
  )
  const messages = [...grouped].flatMap(([at, parts]) => {
    const message = history.messages[at] as Message
    const blocks = parts.flatMap(({ part, text }) => {
      const block = message.blocks[part.block] as Block
      return text === undefined ? [] : [text === part.text ? block : blockSaying(block, text)]
    })
    return blocks.length === 0 ? [] : [{ ...message, blocks }]
  })
  return viewOf(messages)
}

export function viewOf(messages: readonly Message[]): MethodView {
  return { messages, text: conversationText(messages) }
}

/** A view of a single message with this text. */
export function viewSaying(text: string): MethodView {
  return viewOf([{ role: 'user', blocks: [{ type: 'text', media: 'text', text }] }])
}

/** An incomplete call is not a call: the rest of it becomes text. */
function blockSaying(block: Block, text: string): Block {
  return block.type === 'toolResult'
    ? { ...block, text, media: 'text' }
    : { type: 'text', media: 'text', text }
}
