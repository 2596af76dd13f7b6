/** Splits the text of a block by author: much of a user's messages is inserted by programs. */
import { isSpanEnd } from '../../../scan/marker.ts'
import { demonstrationIn } from '../../../scan/speakers/demonstration-in.ts'
import type { Speech, SpeechKind } from '../../../scan/speakers/speech.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import type { Block, Message, OpaqueBlock, Target } from '../../../types.ts'

export type Writer = 'user' | 'words' | 'calls' | 'tools'

interface AuthoredPart {
  readonly text: string
  readonly author: Writer
  /** Its rules apply to the agent. */
  readonly binds: boolean
  /** A person sent it but did not write it. */
  readonly isPasted?: true
}

export function writerOf({ role }: Message, { type }: Block): Writer {
  if (type === 'toolCall') return 'calls'
  if (type === 'toolResult' || role === 'tool') return 'tools'
  return role === 'assistant' ? 'words' : 'user'
}

/**
 * In order. Together they are the text, without the end lines of summaries, repeated words and demonstrations. `block` is the
 * block at `place`, or another version of it.
 */
export function splitByAuthor(
  messages: readonly Message[],
  place: Target,
  block: Exclude<Block, OpaqueBlock>,
): readonly AuthoredPart[] {
  const { text } = block
  const author = writerOf(messages[place.message] as Message, block)
  if (author !== 'user') return [{ text, author, binds: false }]
  if (messages[place.message]?.role !== 'user') return [{ text, author, binds: true }]
  return whoSpoke(messages)
    .speechAt(place, text)
    .filter(({ kind }) => kind !== 'retyped')
    .map(part => ({
      text: shownText(part, text),
      author: part.kind === 'command' && !part.hasPrompt ? 'tools' : authors[part.kind],
      // Our views repeat the rules of the messages that they replaced.
      binds:
        part.kind === 'typed' || part.kind === 'command' || (part.kind === 'summary' && part.isOurs === true),
      ...((part.kind === 'pasted' || part.kind === 'quotedAgent') && { isPasted: true as const }),
    }))
    .filter(part => !isSpanEnd(part.text))
}

const authors: Readonly<Record<SpeechKind, Writer>> = {
  typed: 'user',
  retyped: 'user',
  command: 'user',
  pasted: 'user',
  instructions: 'tools',
  program: 'tools',
  summary: 'words',
  quotedAgent: 'words',
}

function shownText(part: Speech, text: string): string {
  if (part.kind === 'command') return commandText(part, text)
  const own = text.slice(part.start, part.end)
  return part.kind === 'program' ? own.slice(0, demonstrationIn(own)?.start) : own
}

/** `/review 12`: a command as it was typed, without the tags around its parts. */
function commandText(command: Extract<Speech, { kind: 'command' }>, text: string): string {
  const { name, arguments: given } = command
  const words = [name, ...(given === undefined ? [] : [given])]
  return words.map(({ start, end }) => text.slice(start, end).trim()).join(' ')
}
