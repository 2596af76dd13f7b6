/** What the blocks that stay as they are say and show. */
import { type Author, authors, type Utterance } from '../../measure/entity-index.ts'
import { toolOutputRefs } from '../../measure/relations/tool-output-refs.ts'
import type { Measured } from '../../reduce/plan.ts'
import type { Message } from '../../types.ts'
import { textAt } from '../../view/conversation.ts'
import { splitByAuthor } from './digest/split-by-author.ts'
import type { ShownText } from './digest/staleness.ts'

/** What people and the agent say in messages that stay as they are. */
export function keptTalk(blocks: readonly Measured[], messages: readonly Message[]): string {
  return blocks
    .filter(({ type, role }) => type === 'text' && (role === 'user' || role === 'assistant'))
    .map(measured => `${textAt(messages, measured)}\n`)
    .join('')
}

/** The answers among these blocks, each with what it shows. */
export function keptOutputs(blocks: readonly Measured[], messages: readonly Message[]): readonly ShownText[] {
  return Array.from(toolOutputRefs(messages, blocks), ([measured, { origin }]) => ({
    message: measured.message,
    origin,
    text: textAt(messages, measured),
  }))
}

export function keptUtterances({ message, block, age }: Measured, messages: readonly Message[]): Utterance[] {
  const said = messages[message] as Message
  const kept = said.blocks[block]
  if (kept === undefined || kept.type === 'opaque') return []
  return splitByAuthor(messages, { message, block }, kept).map(({ text, author }) => ({
    text,
    author: authors.indexOf(author) as Author,
    age,
  }))
}
