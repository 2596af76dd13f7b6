/** The drafts of pieces, kept for the next view with the tokens and terms of each line. */
import { LineTerms, type TermRange } from '../../../measure/term-list.ts'
import type { TokenCounter } from '../../../types.ts'
import type { LabelledPiece } from './argument-lines.ts'
import { bitsOf } from './line-bits.ts'
import { type CandidateDraft, type DraftPlace, readDrafts } from './read-drafts.ts'

/** Numbers kept for each line: its bits, what it is under, its lines and its line number. */
const columns = 4

/** The drafts of a part, with what was computed for their lines since. */
export class DraftList {
  readonly place: DraftPlace
  readonly length: number
  readonly #texts: readonly string[]
  /** Absent where no line has one. */
  readonly #labels: readonly string[] | undefined
  readonly #numbers: Int32Array
  #terms: LineTerms | undefined
  #tokens: { readonly by: TokenCounter['count']; readonly counts: Float64Array } | undefined

  constructor(place: DraftPlace, drafts: readonly CandidateDraft[]) {
    this.place = place
    this.length = drafts.length
    this.#texts = drafts.map(({ text }) => text)
    this.#labels = drafts.some(({ label }) => label !== '') ? drafts.map(({ label }) => label) : undefined
    this.#numbers = new Int32Array(columns * drafts.length)
    let at = 0
    for (const draft of drafts) {
      this.#numbers[at++] = bitsOf(draft)
      this.#numbers[at++] = draft.under
      this.#numbers[at++] = draft.lines
      this.#numbers[at++] = draft.number ?? -1
    }
  }

  textAt(line: number): string {
    return this.#texts[line] as string
  }

  labelAt(line: number): string {
    return this.#labels?.[line] ?? ''
  }

  bitsAt(line: number): number {
    return this.#numbers[columns * line] as number
  }

  /** See `under` of a draft. */
  underAt(line: number): number {
    return this.#numbers[columns * line + 1] as number
  }

  linesAt(line: number): number {
    return this.#numbers[columns * line + 2] as number
  }

  /** -1 where it has none. */
  numberAt(line: number): number {
    return this.#numbers[columns * line + 3] as number
  }

  termsOf(line: number): TermRange {
    this.#terms ??= new LineTerms(this.length)
    return this.#terms.of(line, this.textAt(line))
  }

  tokensOf(line: number, { count }: TokenCounter): number {
    if (this.#tokens?.by !== count)
      this.#tokens = { by: count, counts: new Float64Array(this.length).fill(-1) }
    const { counts } = this.#tokens
    if (counts[line] === -1) counts[line] = count(this.textAt(line))
    return counts[line] as number
  }
}

/** Pieces that were read before are the same list object. */
const known = new WeakMap<readonly LabelledPiece[], DraftList>()

export function draftsOf(pieces: readonly LabelledPiece[], place: DraftPlace): DraftList {
  const before = known.get(pieces)
  if (before !== undefined && isSamePlace(before.place, place)) return before
  const list = new DraftList(place, readDrafts(pieces, place))
  known.set(pieces, list)
  return list
}

function isSamePlace(one: DraftPlace, other: DraftPlace): boolean {
  return (
    one.author === other.author &&
    one.binds === other.binds &&
    one.isProgram === other.isProgram &&
    one.isRead === other.isRead &&
    one.isTest === other.isTest &&
    one.isDocument === other.isDocument &&
    one.isGiven === other.isGiven &&
    one.isLatest === other.isLatest &&
    one.hasSource === other.hasSource &&
    one.callText === other.callText
  )
}

/** Consecutive candidates from one list of drafts. */
export interface CandidateRun {
  readonly first: number
  readonly list: DraftList
}
