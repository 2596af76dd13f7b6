/** The words of one speaker in a conversation. */
import { type CorrectionSignal, correctionsIn } from './correction-signals.ts'
import { identifiersIn } from './identifiers.ts'

export interface Utterance {
  readonly text: string
  readonly role: string
}

/** A tool output only shows content: it decides, demands and corrects nothing, whatever the printed files say. */
export function isSpoken({ role }: Utterance): boolean {
  return role !== 'tool' && role !== 'function'
}

/** An utterance whose facts are computed once for all callers. */
export class ReadUtterance implements Utterance {
  readonly text: string
  readonly role: string
  #identifiers: ReadonlySet<string> | undefined
  #corrections: readonly CorrectionSignal[] | undefined

  constructor({ text, role }: Utterance) {
    this.text = text
    this.role = role
  }

  get identifiers(): ReadonlySet<string> {
    this.#identifiers ??= identifiersIn(this.text)
    return this.#identifiers
  }

  get corrections(): readonly CorrectionSignal[] {
    this.#corrections ??= correctionsIn(this.text)
    return this.#corrections
  }
}

export function read(utterance: Utterance): ReadUtterance {
  return utterance instanceof ReadUtterance ? utterance : new ReadUtterance(utterance)
}
