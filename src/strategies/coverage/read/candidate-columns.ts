/** Candidates by columns: there is one for each line of a conversation, and objects would take several times the memory. */
import type { PieceValue } from '../../../reduce/content/content.ts'
import type { FileHistory } from '../facts/file-history.ts'
import type { Writer } from '../facts/split-by-author.ts'
import type { ViewPart } from '../facts/view-part.ts'
import type { Candidate, CandidateList, Section } from './candidate.ts'
import type { CandidateRun, DraftList } from './draft-list.ts'
import {
  authorIn,
  isCodeBit,
  isOutcomeBit,
  isOutlineBit,
  isRuleBit,
  isSignatureBit,
  isUninformativeBit,
  partIn,
  valueIn,
  withPart,
} from './line-bits.ts'
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
    return index >= 0 && index < this.texts.length ? new CandidateRow(this, index) : undefined
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

/** One candidate; its facts are read where they are asked for. */
class CandidateRow implements Candidate {
  readonly #columns: CandidateColumns
  readonly #index: number

  constructor(columns: CandidateColumns, index: number) {
    this.#columns = columns
    this.#index = index
  }

  get text(): string {
    return this.#columns.texts[this.#index] as string
  }

  get label(): string {
    return this.#columns.labels[this.#index] as string
  }

  get section(): number {
    return this.#columns.sections[this.#index] as number
  }

  get under(): number {
    return this.#columns.unders[this.#index] as number
  }

  get lines(): number {
    return this.#columns.lines[this.#index] as number
  }

  get number(): number | undefined {
    const number = this.#columns.numbers[this.#index] as number
    return number < 0 ? undefined : number
  }

  get value(): PieceValue {
    return valueIn(this.#columns.bits[this.#index] as number)
  }

  get author(): Writer {
    return authorIn(this.#columns.bits[this.#index] as number)
  }

  get part(): ViewPart {
    return partIn(this.#columns.bits[this.#index] as number)
  }

  get isRule(): boolean {
    return ((this.#columns.bits[this.#index] as number) & isRuleBit) !== 0
  }

  get isUninformative(): boolean {
    return ((this.#columns.bits[this.#index] as number) & isUninformativeBit) !== 0
  }

  get isCode(): boolean {
    return ((this.#columns.bits[this.#index] as number) & isCodeBit) !== 0
  }

  get isOutline(): boolean {
    return ((this.#columns.bits[this.#index] as number) & isOutlineBit) !== 0
  }

  get isSignature(): boolean {
    return ((this.#columns.bits[this.#index] as number) & isSignatureBit) !== 0
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
  /** Files of a search are also shown with nothing but the number of their matches. */
  readonly withCountsAlone?: boolean
  /** Lines that are shown whatever they say. */
  readonly demanded?: ReadonlySet<number>
  /** The staleness of each candidate, where it was computed. */
  readonly staleness?: Uint8Array
}

/** The candidates of a conversation, by columns. */
export interface ConversationCandidates extends Candidates {
  readonly candidates: CandidateColumns
  readonly history: FileHistory
}
