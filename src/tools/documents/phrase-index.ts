/** Finds given phrases in a text as whole atoms, by their first two atoms. */
import { binarySearch } from '../../scan/binary-search.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { type Atoms, atomsOf } from './document-atoms.ts'

export class PhraseIndex {
  /** The numbers of the phrases by their first one or two atoms, longest first. */
  readonly #byBeginning = new Map<string, number[]>()
  readonly #phrases: readonly string[]
  /** First characters of phrases: most atoms of a text begin none. */
  readonly #firstUnits = new Set<number>()

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases
    const longestFirst = [...phrases.keys()].sort(
      (one, two) => (phrases[two] as string).length - (phrases[one] as string).length || one - two,
    )
    for (const at of longestFirst) {
      const phrase = phrases[at] as string
      const key = beginning(phrase, atomsOf(phrase), 0)
      addToList(this.#byBeginning, key, at)
      this.#firstUnits.add(phrase.charCodeAt(0))
    }
  }

  /**
   * The phrases at an atom, longest first, each with the atom after its end.
   * `isBusy` says which of them to skip.
   */
  at(text: string, atoms: Atoms, atom: number, isBusy?: (phrase: number) => boolean): readonly Match[] {
    const start = atoms.starts[atom] as number
    if (!this.#firstUnits.has(text.charCodeAt(start))) return none
    const longer = this.#byBeginning.get(beginning(text, atoms, atom))
    const shorter = this.#byBeginning.get(text.slice(start, atoms.ends[atom]))
    if (longer === undefined && shorter === undefined) return none
    const matches: Match[] = []
    for (const phrase of longer === shorter ? (longer ?? []) : [...(longer ?? []), ...(shorter ?? [])]) {
      const spelling = this.#phrases[phrase] as string
      if (isBusy?.(phrase) === true || !text.startsWith(spelling, start)) continue
      const after = atomAfter(atoms, atom, start + spelling.length)
      if (after !== undefined) matches.push({ phrase, after })
    }
    return matches
  }
}

interface Match {
  readonly phrase: number
  readonly after: number
}

const none: readonly Match[] = []

/** The text of the first two atoms from `atom` on, or of the only one. */
function beginning(text: string, { count, starts, ends }: Atoms, atom: number): string {
  return text.slice(starts[atom], ends[Math.min(atom + 1, count - 1)])
}

/** The atom after the one that ends at `end`; `undefined` if none does. */
function atomAfter({ count, starts, ends }: Atoms, from: number, end: number): number | undefined {
  // No atom is empty.
  const last = Math.min(count - 1, from + end - (starts[from] as number))
  const at = binarySearch(from - 1, last, atom => (ends[atom] as number) >= end)
  return ends[at] === end ? at + 1 : undefined
}
