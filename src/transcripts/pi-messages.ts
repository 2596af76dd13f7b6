/** One message of a Pi session → what it adds to a conversation of Anthropic messages. */
import { describeValue, type RawRecord } from '../formats/raw-value.ts'
import {
  callId,
  imageBlock,
  saysSomething,
  textBlocks,
  thinkingBlocks,
  toolResultBlock,
  toolUseBlock,
  toolUses,
} from './anthropic-blocks.ts'
import { listOf, numberOf, recordOf, textOf, type UnplacedEvent, usageOf } from './log-values.ts'
import type { Origin } from './transcript.ts'

/** Entries form a tree: only the end of the file shows which of them belong to a conversation, and in what order. */
export type PiMove =
  | {
      readonly do: 'say'
      readonly message: RawRecord
      readonly origin: Origin
      readonly calls: readonly string[]
    }
  | { readonly do: 'answer'; readonly call: string; readonly result: RawRecord; readonly origin: Origin }
  | { readonly do: 'mark'; readonly event: UnplacedEvent }

/** No moves: the model never saw the message. A text: why it cannot be understood. */
export function piMessageMoves(message: RawRecord, origin: Origin): readonly PiMove[] | string {
  switch (message.role) {
    case 'user':
    // What an extension added to the conversation, under its newer and its older name.
    case 'custom':
    case 'hookMessage':
      return piUserMoves(message.content, origin)
    case 'assistant':
      return assistantMoves(message, origin)
    case 'toolResult': {
      if (textOf(message.toolCallId) === undefined)
        return 'a tool result that does not say which call it answers'
      const call = callId(message.toolCallId)
      const result = toolResultBlock(call, partBlocks(message.content), message.isError === true)
      return [{ do: 'answer', call, result, origin }]
    }
    case 'bashExecution':
      return message.excludeFromContext === true ? [] : piUserMoves(shellText(message), origin)
    default:
      return `a message of role ${describeValue(message.role)}`
  }
}

export function piUserMoves(content: unknown, origin: Origin): readonly PiMove[] {
  const blocks = partBlocks(content)
  return blocks.length === 0
    ? []
    : [{ do: 'say', message: { role: 'user', content: blocks }, origin, calls: [] }]
}

function assistantMoves(message: RawRecord, origin: Origin): readonly PiMove[] {
  // The calls of an answer that was cut off never ran.
  const cutOff = message.stopReason === 'aborted' || message.stopReason === 'error'
  const blocks = partBlocks(message.content).filter(block => !(cutOff && block.type === 'toolCall'))
  const content = blocks.map(block =>
    block.type === 'toolCall' ? toolUseBlock(block.id, block.name, block.arguments) : block,
  )
  const moves: PiMove[] = []
  const usage = recordOf(message.usage)
  const cached = numberOf(usage.cacheRead) ?? 0
  const event = usageOf(origin.line, {
    input: (numberOf(usage.input) ?? 0) + cached + (numberOf(usage.cacheWrite) ?? 0),
    output: usage.output,
    cached,
  })
  if (event !== undefined) moves.push({ do: 'mark', event })
  if (saysSomething(content))
    moves.push({ do: 'say', message: { role: 'assistant', content }, origin, calls: toolUses(content) })
  return moves
}

/** Blocks of text, images and thinking; whatever else a part is, it stays what it is. */
function partBlocks(content: unknown): RawRecord[] {
  if (typeof content === 'string') return textBlocks(content)
  return listOf(content)
    .map(recordOf)
    .flatMap(part => {
      switch (part.type) {
        case 'text':
          return textBlocks(part.text)
        case 'image':
          return [imageBlock(part.mimeType, part.data)]
        case 'thinking':
          return part.redacted === true
            ? [{ type: 'redacted_thinking', data: part.thinkingSignature }]
            : thinkingBlocks(part.thinking, part.thinkingSignature)
        default:
          return [part]
      }
    })
}

/** A command that the user ran: it and its output are shown to the model, in the words that pi sends. */
function shellText({ command, output, exitCode, cancelled }: RawRecord): string {
  const printed = textOf(output) ?? ''
  const shown = printed === '' ? '(no output)' : `\`\`\`\n${printed}\n\`\`\``
  const ending =
    cancelled === true
      ? '\n\n(command cancelled)'
      : numberOf(exitCode)
        ? `\n\nCommand exited with code ${exitCode}`
        : ''
  return `Ran \`${textOf(command) ?? ''}\`\n${shown}${ending}`
}
