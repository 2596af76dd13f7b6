/** Builds a conversation in which every tool result follows its call, whatever is between them in the log. */
import type { Format } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { describeValue, type RawRecord } from '../formats/raw-value.ts'
import type { UnplacedEvent } from './log-values.ts'
import type { Origin, Sidechain, TranscriptEvent } from './transcript.ts'

/** A logged value, and its position. */
interface Logged {
  readonly value: RawRecord
  readonly origin: Origin
}

/** The requirements of a provider format for tool calls and their results. */
export interface Pairing {
  readonly format: Format
  /** The message without these calls; `undefined` if nothing would be left. */
  withoutCalls(message: RawRecord, calls: ReadonlySet<string>): RawRecord | undefined
  /** The messages that contain the results of one message's calls. */
  carry(results: readonly Logged[]): readonly Logged[]
}

interface Turn extends Logged {
  readonly unanswered: Set<string>
  readonly results: Logged[]
}

export interface FinishedConversation {
  readonly messages: readonly unknown[]
  readonly origins: readonly Origin[]
  readonly events: readonly TranscriptEvent[]
}

export class ConversationBuilder {
  readonly #pairing: Pairing
  readonly #steps: (Turn | UnplacedEvent)[] = []
  /** Logs reuse identifiers: a result answers the latest call with its identifier. */
  readonly #open = new Map<string, Turn>()
  #last: Turn | undefined

  constructor(pairing: Pairing) {
    this.#pairing = pairing
  }

  /** The role of the latest message, not counting results. */
  get lastRole(): unknown {
    return this.#last?.value.role
  }

  /**
   * Adds a message, with the identifiers of its tool calls. A value that is not a message of this format is not kept: the
   * reason is returned.
   */
  say(value: RawRecord, origin: Origin, calls: readonly string[] = []): string | undefined {
    const why = messageMisfit(this.#pairing, value)
    if (why !== undefined) return why
    const turn: Turn = { value, origin, unanswered: new Set(calls), results: [] }
    for (const call of calls) this.#open.set(call, turn)
    this.#steps.push(turn)
    this.#last = turn
    return undefined
  }

  /** Adds the result of a call. A result without an open call is not kept: the reason is returned. */
  answer(call: string, value: RawRecord, origin: Origin): string | undefined {
    const turn = this.#open.get(call)
    if (turn === undefined) return `a tool result that no call waits for: ${describeValue(call)}`
    const why = resultMisfit(this.#pairing, { value, origin })
    if (why !== undefined) return why
    this.#open.delete(call)
    turn.unanswered.delete(call)
    turn.results.push({ value, origin })
    return undefined
  }

  /** Adds an event before the next message. */
  mark(event: UnplacedEvent | undefined): void {
    if (event !== undefined) this.#steps.push(event)
  }

  finish(): FinishedConversation {
    const said: Logged[] = []
    const events: TranscriptEvent[] = []
    for (const step of this.#steps) {
      if ('type' in step) {
        events.push({ ...step, at: said.length })
        continue
      }
      // Calls at the very end may still be running; no agent sends earlier calls without a result.
      const abandoned = step !== this.#last && step.unanswered.size > 0
      const value = abandoned ? this.#pairing.withoutCalls(step.value, step.unanswered) : step.value
      if (value !== undefined) said.push({ value, origin: step.origin })
      for (const result of this.#pairing.carry(step.results)) said.push(result)
    }
    return { messages: said.map(each => each.value), origins: said.map(each => each.origin), events }
  }
}

/** Why a value is not a message of a format. */
export function messageMisfit({ format }: Pairing, message: RawRecord): string | undefined {
  const fit = format.detect(message, formats)
  return fit.fits === 'no' ? fit.why : undefined
}

export function resultMisfit(pairing: Pairing, result: Logged): string | undefined {
  return pairing
    .carry([result])
    .map(({ value }) => messageMisfit(pairing, value))
    .find(why => why !== undefined)
}

const silence: FinishedConversation = { messages: [], origins: [], events: [] }

/** The conversations of one file: the first with a message is the transcript itself, the others are sidechains. */
export class Conversations {
  readonly #pairing: Pairing
  readonly #named = new Map<string, ConversationBuilder>()
  readonly #begun = new Map<string, number>()

  constructor(pairing: Pairing) {
    this.#pairing = pairing
  }

  /** The conversation of this name, new or known. */
  of(name: string): ConversationBuilder {
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const conversation = new ConversationBuilder(this.#pairing)
    this.#named.set(name, conversation)
    return conversation
  }

  /** A new conversation; the second of a name gets a number. */
  begin(name: string): ConversationBuilder {
    const times = (this.#begun.get(name) ?? 0) + 1
    this.#begun.set(name, times)
    return this.of(times === 1 ? name : `${name} (${times})`)
  }

  finish(): FinishedConversation & { readonly sidechains: readonly Sidechain[] } {
    const finished = [...this.#named]
      .map(([name, conversation]) => ({ name, ...conversation.finish() }))
      .filter(({ messages }) => messages.length > 0)
    const [{ messages, origins, events } = silence, ...others] = finished
    const sidechains = others.map(({ events: _, ...sidechain }) => sidechain)
    return { messages, origins, events, sidechains }
  }
}
