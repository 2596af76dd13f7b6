/** Collects facts with the place that they were read from, and numbers them in the order of the conversation. */
import { textHash } from '../../tokens/hash.ts'
import type { Message, Target } from '../../types.ts'
import type { Fact, FactKind, Source } from '../ledger.ts'

type Draft = Omit<Fact, 'turn' | 'order' | 'source'>

/** Facts of one block and section: the order of facts depends on nothing else that was found in the message. */
const maxOfBlock = 100_000

/** How many facts of a section a block has had. */
class Counts {
  readonly #sections = new Map<string, Map<number, number>>()

  next({ message, block }: Target, section: string): number {
    const counts = this.#sections.get(section) ?? new Map<number, number>()
    this.#sections.set(section, counts)
    const key = message * maxOfBlock + block
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}

export class FactCollector {
  readonly #messages: readonly Message[]
  readonly #sources = new Map<number, Source>()
  readonly #places: Target[] = []
  readonly #drafts: Draft[] = []

  constructor(messages: readonly Message[]) {
    this.#messages = messages
  }

  add(place: Target, draft: Draft): void {
    this.#places.push(place)
    this.#drafts.push(draft)
  }

  /** The messages that such a fact was read in, by their place in the conversation. */
  messagesWith(section: string, kind: FactKind): ReadonlySet<number> {
    const found = new Set<number>()
    for (const [at, draft] of this.#drafts.entries())
      if (draft.section === section && draft.kind === kind) found.add((this.#places[at] as Target).message)
    return found
  }

  /** Once, as the drafts become the facts. `from`: the number of the first message. */
  facts(from: number): readonly Fact[] {
    // The last words are found only while they are the last.
    const said = new Counts()
    const others = new Counts()
    return this.#drafts.map((draft, at) => {
      const place = this.#places[at] as Target
      const count = (draft.kind === 'said' ? said : others).next(place, draft.section)
      const order = place.block * maxOfBlock + count
      // A copy of each would take longer than all the rest of this.
      return Object.assign(draft, { turn: from + place.message, order, source: this.#sourceOf(place) })
    })
  }

  #sourceOf({ message, block }: Target): Source {
    const key = message * maxOfBlock + block
    const known = this.#sources.get(key)
    if (known !== undefined) return known
    const { id, blocks } = this.#messages[message] as Message
    const at = blocks[block]
    const text = at === undefined || at.type === 'opaque' ? '' : at.text
    const source = {
      block,
      // Most ledgers are shown without the hashes.
      get hash(): string {
        return textHash(text)
      },
      ...(id === undefined ? {} : { id }),
    }
    this.#sources.set(key, source)
    return source
  }
}
