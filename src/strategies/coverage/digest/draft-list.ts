/** The drafts of pieces that were read before, with the tokens and terms of each line. */
import { LineTerms } from '../../../measure/line-terms.ts'
import type { TermRange } from '../../../measure/term-list.ts'
import type { TokenCounter } from '../../../types.ts'
import type { LabelledPiece } from './argument-lines.ts'
import { type Draft, type DraftPlace, readDrafts } from './read-drafts.ts'

/** The drafts of a part, with what was read of their lines since. */
export class DraftList {
  readonly place: DraftPlace
  readonly drafts: readonly Draft[]
  #terms: LineTerms | undefined
  #tokens: { readonly by: TokenCounter['count']; readonly counts: Float64Array } | undefined

  constructor(place: DraftPlace, drafts: readonly Draft[]) {
    this.place = place
    this.drafts = drafts
  }

  termsOf(line: number): TermRange {
    this.#terms ??= new LineTerms(this.drafts.length)
    return this.#terms.of(line, (this.drafts[line] as Draft).text)
  }

  tokensOf(line: number, { count }: TokenCounter): number {
    if (this.#tokens?.by !== count)
      this.#tokens = { by: count, counts: new Float64Array(this.drafts.length).fill(-1) }
    const { counts } = this.#tokens
    if (counts[line] === -1) counts[line] = count((this.drafts[line] as Draft).text)
    return counts[line] as number
  }
}

/** Pieces that were read before come as the same list. */
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
    one.isLatest === other.isLatest &&
    one.hasSource === other.hasSource &&
    one.said === other.said
  )
}
