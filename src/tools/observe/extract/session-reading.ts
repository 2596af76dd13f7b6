/** A session read once, with its secrets masked: who said what, what was done, and what it adds up to. */
import { type SaidPart, saidParts, saidRuns } from '../../../ledger/facts/said-parts.ts'
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { ledgerOfMessages } from '../../../ledger/ledger-of-messages.ts'
import { actionsIn, type LocatedAction } from '../../../scan/actions/actions-in.ts'
import { findSecrets, maskSecrets } from '../../../scan/secrets/secrets.ts'
import type { Span } from '../../../scan/span.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import type { Block, Message } from '../../../types.ts'

/** What one call did, or only that it was made where nothing is known of its tool. */
export interface ReadCall {
  readonly message: number
  /** Absent where the agent wrote its command into its text. */
  readonly tool?: string
  readonly arguments: string
  readonly actions: readonly LocatedAction[]
  readonly answer?: Answer
}

export interface Answer {
  readonly text: string
  readonly message: number
  readonly isError?: boolean | undefined
}

export interface Said {
  readonly message: number
  readonly text: string
}

export interface Typed extends Said {
  /** Stretches that the user sent and did not write. */
  readonly pasted: readonly Span[]
}

export interface SessionReading {
  readonly messages: readonly Message[]
  /** What the user typed, without what a program added; in order. */
  readonly typed: readonly Typed[]
  /** What the agent said, in order. */
  readonly spoken: readonly Said[]
  readonly calls: readonly ReadCall[]
  /** Facts of the ledger with the row that they are part of, in the order of its sections. */
  readonly facts: readonly LedgerFact[]
}

export interface LedgerFact {
  readonly fact: Fact
  readonly row: Row
}

export function readSession(original: readonly Message[]): SessionReading {
  const messages = original.map(masked)
  return {
    messages,
    typed: messages.flatMap((_, at) => typedAt(messages, at)),
    spoken: messages.flatMap(({ role, blocks }, message) =>
      role !== 'assistant'
        ? []
        : blocks.flatMap(block =>
            block.type === 'text' && block.text.trim() !== '' ? [{ message, text: block.text }] : [],
          ),
    ),
    calls: callsIn(messages),
    facts: ledgerOfMessages(messages).rows.flatMap(row => row.facts.map(fact => ({ fact, row }))),
  }
}

/** Without secrets, and with one way of ending a line: nobody means the other. */
function masked(message: Message): Message {
  const blocks = message.blocks.map((block): Block => {
    if (block.type === 'opaque') return block
    const secrets = findSecrets(block.text)
    const hidden = secrets.length === 0 ? block.text : maskSecrets(block.text, secrets)
    const text = hidden.includes('\r\n') ? hidden.replaceAll('\r\n', '\n') : hidden
    return text === block.text ? block : { ...block, text }
  })
  return blocks.every((block, at) => block === message.blocks[at]) ? message : { ...message, blocks }
}

function typedAt(messages: readonly Message[], at: number): readonly Typed[] {
  const { role, blocks } = messages[at] as Message
  if (role !== 'user') return []
  const { speechAt } = whoSpoke(messages)
  return blocks.flatMap((block, index) => {
    if (block.type !== 'text') return []
    const place = { message: at, block: index }
    return saidRuns(saidParts(place, block.text, speechAt(place))).map(parts => ({
      message: at,
      ...runOf(parts),
    }))
  })
}

function runOf(parts: readonly SaidPart[]): Omit<Typed, 'message'> {
  const whole = parts.map(({ typed }) => typed).join('')
  const text = whole.trim()
  let from = -(whole.length - whole.trimStart().length)
  const pasted: Span[] = []
  for (const { typed, isOwn, isTask } of parts) {
    const end = from + typed.length
    if (!isOwn && !isTask) pasted.push({ start: Math.max(0, from), end: Math.min(end, text.length) })
    from = end
  }
  return { text, pasted }
}

function callsIn(messages: readonly Message[]): readonly ReadCall[] {
  const done = Map.groupBy(actionsIn(messages), ({ message, block }) => `${message} ${block}`)
  const { answers, asked } = answersIn(messages)
  return messages.flatMap(({ blocks }, message) =>
    blocks.flatMap((block, place): readonly ReadCall[] => {
      const actions = done.get(`${message} ${place}`) ?? []
      if (block.type === 'toolCall')
        return [
          {
            message,
            tool: block.name,
            arguments: block.text,
            actions,
            ...answered(actions[0]?.answer ?? answers.get(block.callId)),
          },
        ]
      if (actions.length > 0) return [{ message, arguments: '', actions, ...answered(actions[0]?.answer) }]
      // An answer that nobody asked for is all that is left of its call.
      const isAlone = block.type === 'toolResult' && !asked.has(block.callId)
      const { name: tool = 'tool' } = isAlone ? block : {}
      return isAlone ? [{ message, tool, arguments: '', actions, answer: { ...block, message } }] : []
    }),
  )
}

function answered(answer: Answer | undefined): { readonly answer?: Answer } {
  return answer === undefined ? {} : { answer }
}

/** The first part of each answer, and which calls were made. */
function answersIn(messages: readonly Message[]): {
  readonly answers: ReadonlyMap<string, Answer>
  readonly asked: ReadonlySet<string>
} {
  const answers = new Map<string, Answer>()
  const asked = new Set<string>()
  for (const [message, { blocks }] of messages.entries())
    for (const block of blocks)
      if (block.type === 'toolCall') asked.add(block.callId)
      else if (block.type === 'toolResult' && !answers.has(block.callId))
        answers.set(block.callId, { text: block.text, isError: block.isError, message })
  return { answers, asked }
}
