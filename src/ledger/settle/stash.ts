/** What was put on the stash of a repository and is not back. */
import type { Fact } from '../ledger.ts'
import type { Statement } from './push-state.ts'

export class Stash {
  /** The latest at the end. */
  #entries: Fact[] = []

  read(fact: Fact): void {
    if (fact.kind === 'deleted') this.#entries.pop()
    else if (fact.kind === 'staged') this.#entries.push(fact)
    else this.#entries = (fact.text ?? '') === '' ? [] : [fact]
  }

  get value(): Statement | undefined {
    const fact = this.#entries.at(-1)
    if (fact === undefined) return undefined
    const others = this.#entries.length - 1
    return { value: `${fact.text}${others === 0 ? '' : ` (and ${others} before)`}`, fact }
  }
}
