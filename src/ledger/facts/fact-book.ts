/** Collects facts with the place that they were read from, and numbers them in the order of the conversation. */
import { hashText } from '../../measure/hash.ts'
import type { Message, Target } from '../../types.ts'
import type { Fact, Source } from '../ledger.ts'

export type Draft = Omit<Fact, 'turn' | 'order' | 'source'>

interface Entry {
  readonly place: Target
  readonly draft: Draft
}

export class FactBook {
  readonly #messages: readonly Message[]
  readonly #sources = new Map<string, Source>()
  readonly #entries: Entry[] = []

  constructor(messages: readonly Message[]) {
    this.#messages = messages
  }

  add(place: Target, draft: Draft): void {
    this.#entries.push({ place, draft })
  }

  /** `from`: the number of the first message. */
  facts(from: number): readonly Fact[] {
    const inOrder = this.#entries.toSorted(
      (one, other) => one.place.message - other.place.message || one.place.block - other.place.block,
    )
    let order = 0
    let message = -1
    return inOrder.map(({ place, draft }) => {
      order = place.message === message ? order + 1 : 0
      message = place.message
      return { ...draft, turn: from + message, order, source: this.#sourceOf(place) }
    })
  }

  #sourceOf({ message, block }: Target): Source {
    const key = `${message} ${block}`
    const known = this.#sources.get(key)
    if (known !== undefined) return known
    const { id, blocks } = this.#messages[message] as Message
    const at = blocks[block]
    const text = at === undefined || at.type === 'opaque' ? '' : at.text
    const source = { block, hash: hashText(text), ...(id === undefined ? {} : { id }) }
    this.#sources.set(key, source)
    return source
  }
}
