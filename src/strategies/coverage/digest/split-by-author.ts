/** What stands in a block, by who wrote it: much of what users' messages hold was put there by programs. */
import { isSpanEnd } from '../../../scan/marker.ts'
import type { SpeechKind } from '../../../scan/speakers/speech.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import type { Block, Message, OpaqueBlock, Target } from '../../../types.ts'

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

/** In order; together they are the text, but for the end lines of what stands for earlier messages. `block`: that of the place, or another version of it. */
export function splitByAuthor(
  messages: readonly Message[],
  place: Target,
  block: Exclude<Block, OpaqueBlock>,
): readonly SaidPart[] {
  const { text } = block
  const author = writerOf(messages[place.message] as Message, block)
  if (author !== 'user') return [{ text, author, binds: false }]
  if (messages[place.message]?.role !== 'user') return [{ text, author, binds: true }]
  return whoSpoke(messages)
    .speechAt(place, text)
    .map(part => ({
      text: text.slice(part.start, part.end),
      author: authors[part.kind],
      // What a view of ours tells of earlier messages tells the rules too.
      binds:
        part.kind === 'typed' || part.kind === 'command' || (part.kind === 'summary' && part.isOurs === true),
    }))
    .filter(part => !isSpanEnd(part.text))
}

const authors: Readonly<Record<SpeechKind, Writer>> = {
  typed: 'user',
  command: 'user',
  pasted: 'user',
  instructions: 'tools',
  program: 'tools',
  summary: 'words',
  quotedAgent: 'words',
}
