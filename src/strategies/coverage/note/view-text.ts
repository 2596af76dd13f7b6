/** The view as the writer of a note reads it, and the facts that its note is checked against. */
import type { NoteFacts } from '../../../models/fault-finder.ts'
import { approvalIn, rejectionIn } from '../../../scan/actions/rejection.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { markedParts } from '../../../scan/speakers/marked-parts.ts'
import { typedTexts } from '../../../scan/speakers/typed-texts.ts'
import { conversationText } from '../../../scan/spoken-text.ts'
import type { Block, Message } from '../../../types.ts'
import type { Conversation } from '../../../view/conversation.ts'
import { messageNumbers } from '../../../view/message-index.ts'
import type { Replacement, ViewOutcome } from '../../../view/view-outcome.ts'

/** Digests and kept messages, in order, each with its number; without system text and instructions. */
export function viewText(outcome: ViewOutcome, conversation: Conversation): string {
  const { messages } = conversation
  const numbers = messageNumbers(messages)
  const digests = digestsOf(outcome)
  const edits = new Map(
    outcome.drafts.flatMap(({ measured, original, after }) =>
      original.media === 'messages' ? [] : [[`${measured.message} ${measured.block}`, after] as const],
    ),
  )
  const parts: string[] = []
  for (let index = 0; index < messages.length; index += 1) {
    const digest = digests.get(index)
    if (digest !== undefined) {
      parts.push(digestText(digest))
      index += digest.messages - 1
      continue
    }
    const { role, blocks } = messages[index] as Message
    if (role === 'system' || role === 'developer') continue
    for (const [block, said] of blocks.entries()) {
      const text = shownBlock(role, said, edits.get(`${index} ${block}`))
      if (text !== undefined) parts.push(`#${numbers[index]} ${text}`)
    }
  }
  return parts.filter(part => part !== '').join('\n')
}

/** The text beside a note: the numbers of the messages that are shown whole, and the digests. */
export function textAroundNote(outcome: ViewOutcome, { messages }: Conversation): string {
  const numbers = messageNumbers(messages)
  const digests = digestsOf(outcome)
  const parts = [...digests.values()].map(digestText)
  const gone = new Set(
    [...digests].flatMap(([first, { messages: count }]) =>
      Array.from({ length: count }, (_, at) => first + at),
    ),
  )
  const kept = messages.flatMap(({ role }, index) =>
    gone.has(index) || role === 'system' || role === 'developer' ? [] : [`#${numbers[index]}`],
  )
  if (kept.length > 0) parts.unshift(`Shown whole beside the note: ${kept.join(', ')}`)
  return parts.filter(part => part !== '').join('\n')
}

function digestsOf({ drafts }: ViewOutcome): ReadonlyMap<number, Replacement> {
  return new Map(
    drafts.flatMap(draft =>
      draft.original.media === 'messages' ? [[draft.measured.message, draft] as const] : [],
    ),
  )
}

/** Without its first line, which names handles. */
function digestText({ after, lead = '' }: Replacement): string {
  const text = after.slice(lead.length)
  const end = text.indexOf('\n')
  return end < 0 ? '' : text.slice(end + 1)
}

function shownBlock(role: string, block: Block, edited: string | undefined): string | undefined {
  if (block.type === 'opaque') return undefined
  const text = edited ?? block.text
  if (text.trim() === '') return undefined
  if (block.type === 'toolCall') return `${block.name} ${text}`
  return block.type === 'toolResult' || role === 'tool' ? `→\n${text}` : `${role}: ${text}`
}

/** `#12 assistant: `, `#12 user (2 images): ` */
const sectionStart = /^#(\d{1,7}) (user|assistant|thinking|summary)( \([^()\n]{1,80}\))?: /
const anySection = /^#\d{1,7} /
/** A summary of earlier messages tells what both said. */
const speakersOf = {
  user: ['user'],
  assistant: ['assistant'],
  thinking: ['assistant'],
  summary: ['user', 'assistant'],
} as const
const byUser = /^#(\d{1,7}) .{0,4000} by the user\b/

/** `texts`: the writer's input, which may also cover messages that are no longer here. */
export function noteFacts({ messages }: Pick<Conversation, 'messages'>, texts: readonly string[]): NoteFacts {
  const numbers = messageNumbers(messages)
  const ofUser = new Set<number>()
  const spoken: Record<'user' | 'assistant', string[]> = { user: [], assistant: [] }
  const questions = new Set<string>()
  for (const [index, { role, blocks }] of messages.entries())
    for (const [block, said] of blocks.entries()) {
      const number = numbers[index] as number
      if (said.type === 'toolCall') {
        if (toolIntents(said)[0]?.type === 'ask') questions.add(said.callId)
        spoken.assistant.push(said.text)
      } else if (said.type === 'text' && role === 'assistant') spoken.assistant.push(said.text)
      else if (said.type === 'text' && role === 'user') {
        const typed = typedTexts(messages, { message: index, block })
        const retold = summariesIn(said.text)
        if (typed.length > 0 || retold.length > 0) ofUser.add(number)
        spoken.user.push(...typed, ...retold)
        spoken.assistant.push(...retold)
      } else if (said.type === 'toolResult') {
        const words = questions.has(said.callId) ? said.text : rejectionIn(said.text)?.words
        // The sentence that tells of an approval is the host's.
        if (words === undefined && approvalIn(said.text) === undefined) continue
        ofUser.add(number).add(number - 1)
        if (words !== undefined) spoken.user.push(words)
      }
    }
  for (const text of texts) readSections(text)
  const last = numbers.at(-1) as number
  return {
    source: [...texts, conversationText(messages)].join('\n'),
    userWords: spoken.user.join('\n'),
    agentWords: spoken.assistant.join('\n'),
    hasMessage: number => number >= 1 && number < last,
    isOfUser: number => ofUser.has(number),
  }

  function readSections(text: string): void {
    let speakers: readonly ('user' | 'assistant')[] = []
    for (const line of text.split('\n')) {
      const start = sectionStart.exec(line)
      const answered = byUser.exec(line)
      if (start !== null) {
        speakers = speakersOf[start[2] as keyof typeof speakersOf]
        if (speakers.includes('user')) ofUser.add(Number(start[1]))
      } else if (anySection.test(line)) speakers = []
      if (answered !== null) ofUser.add(Number(answered[1]))
      for (const speaker of speakers) spoken[speaker].push(line.slice(start?.[0].length ?? 0))
    }
  }
}

function summariesIn(text: string): readonly string[] {
  return markedParts(text).flatMap(({ kind, start, end }) =>
    kind === 'summary' ? [text.slice(start, end)] : [],
  )
}
