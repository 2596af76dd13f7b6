/** The worth of lines in documents; it decreases once their request is answered. */
import { contentWords } from '../../../scan/content-words.ts'
import { sharedWords } from '../../../scan/shared-words.ts'
import { findingHeadings } from '../facts/finding-headings.ts'
import type { Writer } from '../facts/split-by-author.ts'
import { nowTurns, type ViewPart } from '../facts/view-part.ts'
import { noTasks, type TaskTitles } from '../head/task-titles.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { authorIn, partIn } from '../read/line-bits.ts'
import { closedItems } from './closed-items.ts'
import { closedSections, taskWords } from './closed-sections.ts'
import { asideWorth, type DocumentKind, documentWorth } from './document-worth.ts'
import { labelsIn, otherSections } from './other-sections.ts'
import { proposalWorth } from './proposal-worth.ts'

/** The least factor for a document, however many requests came after it. */
const minFading = 0.25

/** Factor for a section where one of the last requests names another section of its kind. */
const otherShare = 0.3

/** Factor for a finished section of a plan. */
const closedShare = 0.1

/** Factor for an item about a file that was changed since. */
const doneShare = 0.4

/** Factor for a report that the agent has summarized. */
const takenUpShare = 0.2

/** Factor for the heading of one of several findings. */
const headingShare = 2

/** In an answer of at most this many lines, each line counts. */
const shortAnswer = 4

/** How much of their room documents are worth, from 0 to 1, by the newest of them. */
export function documentShare({ candidates, sections }: ConversationCandidates): number {
  const { bits, sections: sectionOf } = candidates
  let share = 0
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const part = partIn(bits[piece] as number)
    if (part !== 'pasted' && part !== 'report') continue
    const isWords = authorIn(bits[piece] as number) === 'words'
    share = Math.max(share, isWords ? 1 : fadingOf(sections[sectionOf[piece] as number]?.turnsAgo ?? 0))
  }
  return share
}

/**
 * For each candidate; 1 for lines that are neither in a document nor below a heading of secondary points. `requests`: the last
 * ones.
 */
export function worthInDocuments(
  { candidates, sections, history }: ConversationCandidates,
  talkNow: string,
  requests: string,
  tasks: TaskTitles = noTasks,
): Float64Array {
  const { texts, bits, sections: sectionOf } = candidates
  const worths = new Float64Array(candidates.length).fill(1)
  const talk = contentWords(talkNow)
  const talkIn = sharedWords(talk)
  const named = labelsIn(requests)
  const words = taskWords(tasks)
  for (let first = 0; first < candidates.length; ) {
    const part = partIn(bits[first] as number)
    const author = authorIn(bits[first] as number)
    const section = sectionOf[first] as number
    let end = first + 1
    while (end < candidates.length && sectionOf[end] === section && partIn(bits[end] as number) === part)
      end += 1
    if (part === 'pasted' || part === 'report')
      worths.set(worthOfDocument(part, author, section, first, end), first)
    else if (end - first > shortAnswer && (part === 'conclusion' || part === 'words' || part === 'narration'))
      worths.set(worthOfAnswer(part, section, texts.slice(first, end)), first)
    first = end
  }
  return worths

  function worthOfDocument(
    part: 'pasted' | 'report',
    author: Writer,
    section: number,
    first: number,
    end: number,
  ): readonly number[] {
    const { turnsAgo = 0, message = 0, isTakenUp } = sections[section] ?? {}
    const fading = author === 'words' ? 1 : fadingOf(turnsAgo)
    const left = part === 'report' && isTakenUp === true ? fading * takenUpShare : fading
    const lines = texts.slice(first, end)
    const others = otherSections(lines, named)
    const closed = part === 'pasted' ? closedSections(lines, words, changesSince(message)) : undefined
    const done = part === 'pasted' ? closedItems(lines, changesSince(message)) : undefined
    return documentWorth(lines, talk, kindOf(part, author, turnsAgo), talkIn).map(
      (worth, at) =>
        worth *
        left *
        (others[at] === 1 ? otherShare : 1) *
        (closed?.[at] === 1 ? closedShare : 1) *
        (done?.[at] === 1 ? doneShare : 1),
    )
  }

  function worthOfAnswer(part: ViewPart, section: number, lines: readonly string[]): Float64Array {
    const worths = headedWorth(lines, asideWorth(lines))
    if (part === 'narration' || (sections[section]?.turnsAgo ?? 0) <= nowTurns) return worths
    const proposed = proposalWorth(lines)
    return worths.map((worth, at) => Math.min(worth, proposed[at] as number))
  }

  /** A file is finished once another one is being edited. */
  function changesSince(message: number): (path: string) => number {
    return path => {
      const changes = history.changesAfter(path, message)
      return changes.at(-1)?.message === history.latest ? 0 : changes.length
    }
  }
}

/** The headings of all findings come before what is said of the first. */
function headedWorth(lines: readonly string[], worths: Float64Array): Float64Array {
  const headings = findingHeadings(lines).filter(at => worths[at] === 1)
  if (headings.length > 1) for (const at of headings) worths[at] = headingShare
  return worths
}

function kindOf(part: ViewPart, author: Writer, turnsAgo: number): DocumentKind {
  if (part === 'report') return 'report'
  if (author === 'calls') return 'written'
  return author !== 'tools' && turnsAgo <= nowTurns ? 'current' : 'given'
}

/** For what came with a request that was answered; a summary of earlier work has no such request. */
function fadingOf(turnsAgo: number): number {
  return Math.max(minFading, 1 / (1 + turnsAgo / 2))
}
