/** Which drafts keep the laws; the others are undone, with a note where the reader could not guess why. */
import { hashText } from '../measure/hash.ts'
import type { Media, Note, TokenCounter } from '../types.ts'

/** What must be known of a block's new text to judge it. */
export interface Candidate {
  readonly measured: { readonly message: number; readonly tokens: number; readonly hash?: string }
  readonly media: Media
  readonly before: string
  readonly after: string
  readonly tokensAfter: number
}

export interface Accepted<Draft> {
  /** With the hash of each new text. */
  readonly drafts: readonly (Draft & { readonly viewHash: string })[]
  readonly notes: readonly Note[]
}

export interface KnownTexts {
  /** Hashes of every text in the input. */
  readonly input: ReadonlySet<string>
  /** What each view stands for so far, by view hash. */
  readonly views: ReadonlyMap<string, { readonly original: string; readonly media: Media }>
}

export function acceptDrafts<Draft extends Candidate>(
  drafts: readonly Draft[],
  { input, views }: KnownTexts,
  counter: TokenCounter,
): Accepted<Draft> {
  const notes: Note[] = []
  const meanings = new Map([...views].map(([view, { original, media }]) => [view, `${media} ${original}`]))
  const accepted = drafts.flatMap(draft => {
    if (!isSmaller(draft, counter)) return []
    const viewHash = hashText(draft.after)
    // A view that reads like another text of the input, or like the view of another original, could not be restored.
    const meaning = `${draft.media} ${draft.measured.hash}`
    const known = meanings.get(viewHash)
    const isTaken = known === undefined ? input.has(viewHash) : known !== meaning
    if (isTaken) {
      notes.push({
        code: 'view-not-distinct',
        message: `Message ${draft.measured.message} stays as it is: its shorter form would read like another text.`,
      })
      return []
    }
    meanings.set(viewHash, meaning)
    return [{ ...draft, viewHash }]
  })
  return { drafts: accepted, notes }
}

/** An estimate may err by so much; closer than that, exact counts decide. */
const estimateError = 0.1

function isSmaller({ measured, before, tokensAfter }: Candidate, counter: TokenCounter): boolean {
  return tokensAfter < measured.tokens * (1 - estimateError) || tokensAfter < counter.count(before)
}
