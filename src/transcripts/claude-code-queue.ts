/** Prompts typed while Claude Code works: which of them the model got to see, and when. */
import type { RawRecord } from '../formats/raw-value.ts'
import { textOf } from './log-values.ts'

/**
 * The log records it in two ways. `queue-operation` lines enqueue a text and later remove it, which hands it to
 * the model between two steps; newer versions then repeat it in an `attachment` line of type `queued_command`.
 */
export class ClaudeCodeQueue {
  readonly #waiting = new Set<string>()
  readonly #handedOver = new Set<string>()

  /** The text that this operation hands to the model, if it does. */
  operate(line: RawRecord): string | undefined {
    const content = textOf(line.content)
    switch (line.operation) {
      case 'enqueue':
        if (content !== undefined) this.#waiting.add(content)
        return undefined
      case 'dequeue':
        // An ordinary user line with the text follows.
        this.#take(content)
        return undefined
      case 'remove': {
        const text = this.#take(content)
        const reason = textOf(line.reason) ?? absorbed
        if (text === undefined || reason !== absorbed) return undefined
        this.#handedOver.add(text)
        return text
      }
      case 'popAll':
        // Back into the user's input.
        this.#waiting.clear()
        return undefined
      default:
        return undefined
    }
  }

  /** An ordinary user line has this text: if it waited, it no longer does. */
  forget(text: string): void {
    this.#waiting.delete(text)
  }

  /** Whether `operate` handed over this very text already. */
  repeats(text: string): boolean {
    return this.#handedOver.delete(text)
  }

  /** The text itself, or the one that has waited longest. */
  #take(text: string | undefined): string | undefined {
    const [first] = this.#waiting
    const taken = text ?? first
    return taken !== undefined && this.#waiting.delete(taken) ? taken : undefined
  }
}

const absorbed = 'absorbed_mid_turn'
