/** Which candidates are replaced by a later output of the same file or command. */
import { numberedLines } from '../../../reduce/content/file/line-numbers.ts'
import { plainOutput } from '../../../reduce/content/plain-output.ts'
import { isRun } from '../../../scan/actions/source-of.ts'
import type { Candidate, Section } from './candidate.ts'
import type { Candidates } from './candidates.ts'

export const staleness = {
  /** Nothing later says more about it. */
  latest: 0,
  /** A later showing has the same line, and every line that makes no sense without it. */
  repeated: 1,
  /** A later showing has another line in its place. */
  outdated: 2,
} as const

/** What a view shows of something in any case. */
export interface ShownText {
  readonly message: number
  readonly origin: string
  readonly text: string
}

/** Linear in the candidates and in the texts that show the same as they do. */
export function withStaleness<Known extends Candidates>(known: Known, shown: readonly ShownText[]): Known {
  const { sections, candidates } = known
  const stale = new Uint8Array(candidates.length)
  const isOffered = new Set(sections.flatMap(({ origin }) => origin ?? []))
  const texts = shown.filter(({ origin }) => isOffered.has(origin))
  const outputRefs = new Map<string, number>()
  const count = (origin: string): void => void outputRefs.set(origin, (outputRefs.get(origin) ?? 0) + 1)
  for (const { origin } of sections) if (origin !== undefined) count(origin)
  for (const { origin } of texts) count(origin)
  const later = new Map<string, Later>()
  let nextText = texts.length - 1
  for (let index = sections.length - 1; index >= 0; index -= 1) {
    const { message, origin, callId } = sections[index] as Section
    if (origin === undefined || outputRefs.get(origin) === 1) continue
    const end = sections[index + 1]?.firstCandidate ?? candidates.length
    // The parts of one answer are one showing.
    while (isAnswerTo(callId, sections[index - 1])) index -= 1
    const { firstCandidate } = sections[index] as Section
    for (; nextText >= 0 && (texts[nextText] as ShownText).message > message; nextText -= 1)
      noteText(texts[nextText] as ShownText, later)
    const known = later.get(origin)
    if (known !== undefined) judge(firstCandidate, end, isRun(origin), known)
    const noted = laterOf(origin, later)
    for (let at = firstCandidate; at < end; at += 1) {
      const { text, number } = candidates.at(at) as Candidate
      noted.lines.add(text)
      if (number !== undefined) noted.numbers.add(number)
    }
  }
  return { ...known, staleness: stale }

  /** Backwards: what is under a line comes after it. */
  function judge(first: number, end: number, isWhole: boolean, { lines, numbers }: Later): void {
    const isNeeded = new Uint8Array(end - first)
    for (let at = end - 1; at >= first; at -= 1) {
      const { text, number, under } = candidates.at(at) as Candidate
      if (lines.has(text)) {
        if (isNeeded[at - first] === 0) stale[at] = staleness.repeated
      } else if (isWhole || (number !== undefined && numbers.has(number))) stale[at] = staleness.outdated
      if (stale[at] !== staleness.repeated && under >= first) isNeeded[under - first] = 1
    }
  }
}

function isAnswerTo(callId: string | undefined, section: Section | undefined): boolean {
  return section?.origin !== undefined && section.callId === callId
}

/** What the later showings of one thing say. */
interface Later {
  readonly lines: Set<string>
  /** Of lines in a file. */
  readonly numbers: Set<number>
}

function laterOf(origin: string, later: Map<string, Later>): Later {
  const known = later.get(origin) ?? { lines: new Set(), numbers: new Set() }
  later.set(origin, known)
  return known
}

function noteText({ origin, text }: ShownText, later: Map<string, Later>): void {
  const { lines: known, numbers } = laterOf(origin, later)
  const lines = plainOutput(text).split('\n')
  const numbered = numberedLines(lines)
  for (const [index, line] of lines.entries()) {
    const start = numbered?.lengths[index] ?? 0
    known.add(start === 0 ? line : line.slice(start))
    if (start > 0) numbers.add(Number.parseInt(line.replace(/^[ L]+/, ''), 10))
  }
}
