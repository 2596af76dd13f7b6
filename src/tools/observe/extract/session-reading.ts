/** Reads a session once, with its secrets masked: who said what, what was done, and the ledger of it. */
import { type UserPart, userParts, userRuns } from '../../../ledger/facts/user-parts.ts'
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { ledgerOfMessages } from '../../../ledger/ledger-of-messages.ts'
import { operationsOfFacts } from '../../../ledger/settle/file-rows.ts'
import { callsIn, type ReadCall } from '../../../scan/actions/actions-in.ts'
import type { FileOperationKind } from '../../../scan/actions/file-operations.ts'
import { locatedBlocks } from '../../../scan/located-blocks.ts'
import { findSecrets, maskSecrets } from '../../../scan/secrets/secrets.ts'
import type { Span } from '../../../scan/span.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import type { Block, Message } from '../../../types.ts'

export interface MessageText {
  readonly message: number
  readonly text: string
}

export interface Typed extends MessageText {
  /** Parts that the user sent but did not write. */
  readonly pasted: readonly Span[]
}

export interface SessionReading {
  readonly messages: readonly Message[]
  /** What the user typed, without what a program added; in order. */
  readonly typed: readonly Typed[]
  /** What the agent said, in order. */
  readonly spoken: readonly MessageText[]
  readonly calls: readonly ReadCall[]
  /** Facts of the ledger with their rows, in the order of its sections. */
  readonly facts: readonly LedgerFact[]
}

export interface LedgerFact {
  readonly fact: Fact
  readonly row: Row
  /** The operation on a file. */
  readonly operation?: FileOperationKind | undefined
}

export function readSession(original: readonly Message[]): SessionReading {
  const messages = original.map(masked)
  return {
    messages,
    typed: typedIn(messages),
    spoken: locatedBlocks(messages).flatMap(({ message, role, type, own }) =>
      role === 'assistant' && type === 'text' && own.text.trim() !== '' ? [{ message, text: own.text }] : [],
    ),
    calls: callsIn(messages),
    facts: ledgerOfMessages(messages).rows.flatMap(row => {
      const operations = row.section === 'files' ? operationsOfFacts(row.facts) : undefined
      const named = row.facts.filter(({ isPattern }) => isPattern !== true)
      return named.map(fact => ({ fact, row, operation: operations?.get(fact) }))
    }),
  }
}

/** Without secrets, and with `\n` as the only line ending. */
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

function typedIn(messages: readonly Message[]): readonly Typed[] {
  const { speechAt } = whoSpoke(messages)
  return locatedBlocks(messages).flatMap(place => {
    const { message, role, type, own } = place
    if (role !== 'user' || type !== 'text') return []
    return userRuns(userParts(place, own.text, speechAt(place))).map(parts => ({ message, ...runOf(parts) }))
  })
}

function runOf(parts: readonly UserPart[]): Omit<Typed, 'message'> {
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
