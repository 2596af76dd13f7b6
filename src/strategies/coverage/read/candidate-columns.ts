/** Candidates by columns: there is one for each line of a conversation, and objects would take several times the memory. */
import type { FileHistory } from '../facts/file-history.ts'
import type { ViewPart } from '../facts/view-part.ts'
import type { Candidate, CandidateList, Section } from './candidate.ts'
import type { CandidateRun, DraftList } from './draft-list.ts'
import { factsIn, isOutcomeBit, isUninformativeBit, withPart } from './line-bits.ts'
import { underSource } from './read-drafts.ts'

/** Where the lines of a block belong. */
interface LinePlace {
  readonly section: number
  readonly part: ViewPart
  /** The part of a line that reports an outcome. */
  readonly outcomePart: ViewPart
  /** The candidate that names their source; -1 if there is none. */
  readonly source: number
}

/** Whether a rule applies to a line. */
export type LineTest = (text: string, label: string) => boolean

export const everyLine: LineTest = () => true
export const noLine: LineTest = () => false

export class CandidateColumns implements CandidateList {
  readonly texts: string[] = []
  readonly labels: string[] = []
  /** See `line-bits.ts`. */
  bits: Int32Array = new Int32Array(1 << 10)
  sections: Int32Array = new Int32Array(1 << 10)
  unders: Int32Array = new Int32Array(1 << 10)
  lines: Int32Array = new Int32Array(1 << 10)
  /** -1 where a line has none. */
  numbers: Int32Array = new Int32Array(1 << 10)

  get length(): number {
    return this.texts.length
  }

  at(index: number): Candidate | undefined {
    const text = this.texts[index]
    if (text === undefined) return undefined
    const bits = this.bits[index] as number
    const number = this.numbers[index] as number
    return {
      ...factsIn(bits),
      text,
      label: this.labels[index] as string,
      section: this.sections[index] as number,
      under: this.unders[index] as number,
      lines: this.lines[index] as number,
      number: number < 0 ? undefined : number,
    }
  }

  *[Symbol.iterator](): Iterator<Candidate> {
    for (let index = 0; index < this.texts.length; index += 1) yield this.at(index) as Candidate
  }

  add(list: DraftList, { section, part, outcomePart, source }: LinePlace): void {
    const first = this.texts.length
    const count = list.length
    this.#reserve(first + count)
    const { bits, sections, unders, lines, numbers } = this
    for (let line = 0; line < count; line += 1) {
      const at = first + line
      const facts = list.bitsAt(line)
      const needed = list.underAt(line)
      const under = needed >= 0 ? first + needed : needed === underSource ? source : -1
      this.texts.push(list.textAt(line))
      this.labels.push(list.labelAt(line))
      bits[at] = withPart(facts, (facts & isOutcomeBit) === 0 ? part : outcomePart)
      sections[at] = section
      unders[at] = under === at ? -1 : under
      lines[at] = list.linesAt(line)
      numbers[at] = list.numberAt(line)
    }
  }

  /** Marks a line that carries no information alone. */
  setUninformative(line: number): void {
    this.bits[line] = (this.bits[line] as number) | isUninformativeBit
  }

  /** The same for all lines from `first` on that `isMeant` accepts. */
  setUninformativeFrom(first: number, isMeant: LineTest): void {
    if (isMeant === noLine) return
    for (let at = first; at < this.texts.length; at += 1)
      if (isMeant(this.texts[at] as string, this.labels[at] as string)) this.setUninformative(at)
  }

  #reserve(length: number): void {
    if (length <= this.bits.length) return
    const capacity = Math.max(length, 2 * this.bits.length)
    this.bits = grown(this.bits, capacity)
    this.sections = grown(this.sections, capacity)
    this.unders = grown(this.unders, capacity)
    this.lines = grown(this.lines, capacity)
    this.numbers = grown(this.numbers, capacity)
  }
}

function grown(numbers: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity)
  larger.set(numbers)
  return larger
}

/** What the blocks of a conversation could show, by sections. */
export interface Candidates {
  readonly sections: readonly Section[]
  readonly candidates: CandidateList
  /** The lists of drafts that the candidates were read from, in order; they keep tokens and terms for the next view. */
  readonly runs?: readonly CandidateRun[] | undefined
  /** The number that each message is shown with. */
  readonly numbers: readonly number[]
  /** The directory that paths in titles omit. */
  readonly root?: string | undefined
  /** File names that several files have. */
  readonly sharedNames?: ReadonlySet<string>
  /** Read-only calls are also shown without their results. */
  readonly withReadOnlyCalls?: boolean
  /** The staleness of each candidate, where it was computed. */
  readonly staleness?: Uint8Array
}

/** The candidates of a conversation, by columns. */
export interface ConversationCandidates extends Candidates {
  readonly candidates: CandidateColumns
  readonly history: FileHistory
}
