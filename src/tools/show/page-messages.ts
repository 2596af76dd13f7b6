/** The messages of a session for a page: the speaker, text and tokens of each block. */
import type { SpeechKind } from '../../scan/speakers/speech.ts'
import { whoSpoke } from '../../scan/speakers/who-spoke.ts'
import { blockText } from '../../scan/spoken-text.ts'
import { countBlock } from '../../tokens/message-tokens.ts'
import { reasoningText } from '../../tokens/reasoning-text.ts'
import type { Origin } from '../../transcripts/transcript.ts'
import type { Block, Message, Target, TokenCounter } from '../../types.ts'
import type { PageBlock, PageMessage, PageSpeaker } from './session-page.ts'

const ofPerson: ReadonlySet<SpeechKind> = new Set(['typed', 'retyped', 'pasted', 'command'])

export function pageMessages(
  messages: readonly Message[],
  origins: readonly Origin[],
  counter: TokenCounter,
): readonly PageMessage[] {
  const spoken = whoSpoke(messages)
  const isTyped = (place: Target): boolean => spoken.speechAt(place).some(({ kind }) => ofPerson.has(kind))
  return messages.map((message, index) => {
    const time = origins[index]?.timestamp
    const blocks = message.blocks.map((block, at): PageBlock => {
      const name = nameOf(block)
      return {
        by: pageSpeakerOf(message, block, () => isTyped({ message: index, block: at })),
        tokens: countBlock(block, counter),
        text: shownText(block),
        ...(name === undefined ? {} : { name }),
        ...(block.type === 'toolResult' && block.isError ? { isError: true } : {}),
      }
    })
    return { blocks, ...(time === undefined ? {} : { time }) }
  })
}

/** The texts of a message, as the page shows them. */
export function shownTexts({ blocks }: Message): readonly string[] {
  return blocks.map(shownText)
}

/** The arguments of a call without quotes; the name of the tool is shown separately. */
function shownText(block: Block): string {
  if (block.type === 'opaque') return block.kind === 'reasoning' ? reasoningText(block).spoken : ''
  return block.type === 'toolCall' ? blockText(block).slice(block.name.length + 1) : blockText(block)
}

function nameOf(block: Block): string | undefined {
  return block.type === 'opaque' ? block.kind : block.type === 'text' ? undefined : block.name
}

export function pageSpeakerOf({ role }: Message, block: Block, isTyped: () => boolean): PageSpeaker {
  if (block.type === 'toolCall') return 'call'
  if (block.type === 'toolResult' || role === 'tool') return 'result'
  if (block.type === 'opaque' && block.callId !== undefined) return 'result'
  if (role === 'assistant') return 'agent'
  if (role !== 'user') return 'system'
  return block.type !== 'text' || isTyped() ? 'user' : 'system'
}
