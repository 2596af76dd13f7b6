/** What the lines of documents are worth: those of requests that were answered fade. */
import { contentWords } from '../../scan/content-words.ts'
import type { Candidate } from './digest/candidate.ts'
import type { Candidates } from './digest/candidates.ts'
import { asideWorth, type DocumentKind, documentWorth } from './digest/document-worth.ts'

/** What is left of the worth of a document, however many requests came after it. */
const minFading = 0.25

/** Of an answer of so few lines each counts. */
const shortAnswer = 4

/** How much of their room documents are worth, from 0 to 1, by the newest of them. */
export function documentShare({ candidates, sections }: Candidates): number {
  let share = 0
  for (const { part, section, author } of candidates)
    if (part === 'pasted' || part === 'report')
      share = Math.max(share, author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0))
  return share
}

/** Of each candidate; 1 for what is neither in a document nor below a heading of what nobody acts on first. */
export function documentWorths({ candidates, sections }: Candidates, talkNow: string): Float64Array {
  const worths = new Float64Array(candidates.length).fill(1)
  const talk = contentWords(talkNow)
  for (let first = 0; first < candidates.length; ) {
    const { part, section } = candidates[first] as Candidate
    let end = first + 1
    while (candidates[end]?.section === section && candidates[end]?.part === part) end += 1
    if (part === 'pasted' || part === 'report') {
      const lines = candidates.slice(first, end)
      const fading = lines[0]?.author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0)
      const texts = lines.map(({ text }) => text)
      worths.set(
        documentWorth(texts, talk, kindOf(lines[0] as Candidate)).map(worth => worth * fading),
        first,
      )
    } else if (end - first > shortAnswer && (part === 'conclusion' || part === 'words'))
      worths.set(asideWorth(candidates.slice(first, end).map(({ text }) => text)), first)
    first = end
  }
  return worths
}

function kindOf({ part, author }: Candidate): DocumentKind {
  if (part === 'report') return 'report'
  return author === 'calls' ? 'written' : 'given'
}

/** What was handed over with a request that has been answered; a summary of earlier work has no such request. */
function fadingOf(turnsAgo: number): number {
  return Math.max(minFading, 1 / (1 + turnsAgo / 2))
}
