/** Collects facts with the place that they were read from, and numbers them in the order of the conversation. */
import { hashText } from '../../tokens/hash.ts'
import type { Message, Target } from '../../types.ts'
import type { Fact, FactKind, Source } from '../ledger.ts'

export type Draft = Omit<Fact, 'turn' | 'order' | 'source'>

/** Facts of one block and section: the order of facts depends on nothing else that was found in the message. */
const mostOfBlock = 100_000

interface Entry {
  readonly place: Target
  readonly draft: Draft
}

/** How many facts of a section a block has had. */
class Counts {
  readonly #sections = new Map<string, Map<number, number>>()

  next({ message, block }: Target, section: string): number {
    const counts = this.#sections.get(section) ?? new Map<number, number>()
    this.#sections.set(section, counts)
    const key = message * mostOfBlock + block
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}

export class FactBook {
  readonly #messages: readonly Message[]
  readonly #sources = new Map<number, Source>()
  readonly #entries: Entry[] = []

  constructor(messages: readonly Message[]) {
    this.#messages = messages
  }

  add(place: Target, draft: Draft): void {
    this.#entries.push({ place, draft })
  }

  /** The messages that such a fact was read in, by their place in the conversation. */
  messagesWith(section: string, kind: FactKind): ReadonlySet<number> {
    const found = this.#entries.filter(({ draft }) => draft.section === section && draft.kind === kind)
    return new Set(found.map(({ place }) => place.message))
  }

  /** `from`: the number of the first message. */
  facts(from: number): readonly Fact[] {
    // The last words are found only while they are the last.
    const said = new Counts()
    const others = new Counts()
    return this.#entries.map(({ place, draft }) => {
      const count = (draft.kind === 'said' ? said : others).next(place, draft.section)
      const order = place.block * mostOfBlock + count
      return { ...draft, turn: from + place.message, order, source: this.#sourceOf(place) }
    })
  }

  #sourceOf({ message, block }: Target): Source {
    const key = message * mostOfBlock + block
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
