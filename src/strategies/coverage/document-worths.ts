/** What the lines of documents are worth: those of requests that were answered fade. */
import { contentWords } from '../../scan/content-words.ts'
import type { Candidate } from './digest/candidate.ts'
import type { CandidateList } from './digest/candidate-columns.ts'
import type { Candidates } from './digest/candidates.ts'
import { asideWorth, type DocumentKind, documentWorth } from './digest/document-worth.ts'
import type { Writer } from './digest/split-by-author.ts'
import type { ViewPart } from './digest/view-part.ts'

/** What is left of the worth of a document, however many requests came after it. */
const minFading = 0.25

/** Of an answer of so few lines each counts. */
const shortAnswer = 4

/** How much of their room documents are worth, from 0 to 1, by the newest of them. */
export function documentShare({ candidates, sections }: Candidates): number {
  let share = 0
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const { part, section, author } = candidates.at(piece) as Candidate
    if (part === 'pasted' || part === 'report')
      share = Math.max(share, author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0))
  }
  return share
}

/** Of each candidate; 1 for what is neither in a document nor below a heading of what nobody acts on first. */
export function documentWorths({ candidates, sections }: Candidates, talkNow: string): Float64Array {
  const worths = new Float64Array(candidates.length).fill(1)
  const talk = contentWords(talkNow)
  for (let first = 0; first < candidates.length; ) {
    const { part, section, author } = candidates.at(first) as Candidate
    let end = first + 1
    while (isOf(candidates.at(end), section, part)) end += 1
    if (part === 'pasted' || part === 'report') {
      const fading = author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0)
      worths.set(
        documentWorth(textsOf(candidates, first, end), talk, kindOf(part, author)).map(
          worth => worth * fading,
        ),
        first,
      )
    } else if (end - first > shortAnswer && (part === 'conclusion' || part === 'words'))
      worths.set(asideWorth(textsOf(candidates, first, end)), first)
    first = end
  }
  return worths
}

function kindOf(part: ViewPart, author: Writer): DocumentKind {
  if (part === 'report') return 'report'
  return author === 'calls' ? 'written' : 'given'
}

function isOf(candidate: Candidate | undefined, section: number, part: ViewPart): boolean {
  return candidate?.section === section && candidate.part === part
}

function textsOf(candidates: CandidateList, first: number, end: number): readonly string[] {
  return Array.from({ length: end - first }, (_, line) => (candidates.at(first + line) as Candidate).text)
}

/** What was handed over with a request that has been answered; a summary of earlier work has no such request. */
function fadingOf(turnsAgo: number): number {
  return Math.max(minFading, 1 / (1 + turnsAgo / 2))
}
