/** Adds the candidates of a block to those of the blocks before it. */
import type { Block } from '../../../types.ts'
import { isProgramFile, isTestFile } from '../facts/program-file.ts'
import { nowTurns, type Turns, type ViewPart } from '../facts/view-part.ts'
import type { BlockPart } from './block-parts.ts'
import { outcomeMark } from './candidate.ts'
import type { CandidateColumns } from './candidate-columns.ts'
import { type CandidateRun, draftsOf } from './draft-list.ts'
import { isUninformativeBit, withPart } from './line-bits.ts'
import type { ReadBlock } from './read-block.ts'
import type { DraftPlace } from './read-drafts.ts'

interface Place extends Pick<DraftPlace, 'isProgram' | 'isRead' | 'isTest'> {
  readonly part: ViewPart
  readonly outcome: ViewPart
  readonly section: number
  /** It belongs to one of the last requests. */
  readonly isNow: boolean
  /** The candidate that names the source of the pieces; -1 if there is none. */
  readonly source: number
}

/** One run for each part of the block. */
export function addCandidates(
  { measured: { message }, block, call, path, parts, viewPart }: ReadBlock,
  section: number,
  turns: Turns,
  candidates: CandidateColumns,
): readonly CandidateRun[] {
  const place: Omit<Place, 'part'> = {
    section,
    source: call?.candidate ?? -1,
    outcome: message > turns.lastTyped ? 'present' : 'action',
    isProgram: call?.isListing === true || isProgramFile(path),
    isRead: block.type === 'toolResult' && path !== undefined && viewPart !== 'pasted',
    isTest: isTestFile(path),
    isNow: turns.after(message) <= nowTurns,
  }
  const runs = parts.map(part => addPart(part, { ...place, part: partOf(part, block, viewPart) }, candidates))
  const given = viewPart === 'typed' && !parts.some(isWritten) ? parts.findIndex(isGiven) : -1
  if (given >= 0) markRequest(runs[given] as CandidateRun, candidates)
  return runs
}

function isWritten({ author, isPasted }: BlockPart): boolean {
  return author === 'user' && isPasted !== true
}

function isGiven({ author, isPasted }: BlockPart): boolean {
  return author === 'user' && isPasted === true
}

/** Something pasted without other words is the request: its first statement counts as typed. */
function markRequest({ first, list }: CandidateRun, { bits }: CandidateColumns): void {
  for (let at = first; at < first + list.length; at += 1) {
    if (((bits[at] as number) & isUninformativeBit) !== 0) continue
    bits[at] = withPart(bits[at] as number, 'typed')
    return
  }
}

/** What a program inserted into a user's message was not typed; a person's words in a result are an answer. */
function partOf({ author, isPasted }: BlockPart, { type }: Block, part: ViewPart): ViewPart {
  if (type === 'toolResult' && author === 'user') return 'answer'
  if (part !== 'typed') return part
  if (isPasted === true || author === 'words') return 'pasted'
  return author === 'user' ? 'typed' : 'evidence'
}

function addPart(
  { pieces, author, binds, isPasted }: BlockPart,
  { section, source, part, outcome, isProgram, isRead, isTest, isNow }: Place,
  candidates: CandidateColumns,
): CandidateRun {
  const callText = source >= 0 && author !== 'calls' ? candidates.texts[source] : undefined
  const list = draftsOf(pieces, {
    author,
    binds,
    isProgram,
    isRead,
    isTest,
    isDocument: part === 'report' || part === 'pasted',
    isGiven: isNow && part === 'pasted' && isPasted === true,
    isLatest: part === 'latest',
    hasSource: source >= 0,
    callText,
  })
  // If the title of the call has the outcome, the rest of the output is evidence.
  const outcomePart =
    part === 'evidence' && source >= 0 && callText?.includes(outcomeMark) !== true ? outcome : part
  const first = candidates.length
  candidates.add(list, { section, part, outcomePart, source })
  return { first, list }
}
