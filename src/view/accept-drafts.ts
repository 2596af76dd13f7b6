/** Which drafts keep the laws; the others are undone, with a note where the reader could not guess why. */
import type { Note, OriginalMedia, TokenCounter } from '../types.ts'

/** What must be known of a block's new text to judge it. */
interface Candidate {
  readonly measured: { readonly message: number }
  readonly original: { readonly hash: string; readonly media: OriginalMedia }
  /** Under which the new text will be looked up. */
  readonly viewHash: string
  readonly before: string
  readonly after: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface Accepted<Draft> {
  readonly drafts: readonly Draft[]
  readonly notes: readonly Note[]
}

interface KnownTexts {
  /** Under which the texts of the input would be looked up. */
  readonly input: ReadonlySet<string>
  /** What each view replaces so far, by view hash. */
  readonly views: ReadonlyMap<string, { readonly original: string; readonly media: OriginalMedia }>
}

export function acceptDrafts<Draft extends Candidate>(
  drafts: readonly Draft[],
  { input, views }: KnownTexts,
  counter: TokenCounter,
  /** The same draft with a text of its own, where it can have one. */
  named: (draft: Draft) => Draft | undefined = () => undefined,
): Accepted<Draft> {
  const notes: Note[] = []
  const meanings = new Map([...views].map(([view, { original, media }]) => [view, `${media} ${original}`]))
  const meaningOf = ({ original }: Draft): string => `${original.media} ${original.hash}`
  // A view that reads like another text of the input, or like the view of another original, could not be restored.
  const isDistinct = (draft: Draft): boolean => {
    const known = meanings.get(draft.viewHash)
    return known === undefined ? !input.has(draft.viewHash) : known === meaningOf(draft)
  }
  const accepted = drafts.flatMap(draft => {
    if (!isSmaller(draft, counter)) return []
    const distinct = isDistinct(draft) ? draft : named(draft)
    if (distinct === undefined || !isSmaller(distinct, counter) || !isDistinct(distinct)) {
      notes.push({
        code: 'view-not-distinct',
        message: `Message ${draft.measured.message} stays as it is: its shorter form would read like another text.`,
      })
      return []
    }
    meanings.set(distinct.viewHash, meaningOf(distinct))
    return [distinct]
  })
  return { drafts: accepted, notes }
}

/** Both sizes may be estimates; nearer to each other than this, exact counts decide. */
const doubt = 0.15

function isSmaller(draft: Candidate, counter: TokenCounter): boolean {
  const { tokensBefore, tokensAfter, after } = draft
  return tokensAfter < tokensBefore * (1 - doubt) || counter.count(after) < counter.count(draft.before)
}
