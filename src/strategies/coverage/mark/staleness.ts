/** Which candidates are replaced by a later output of the same file or command. */
import { numberedLines } from '../../../reduce/content/file/numbered-lines.ts'
import { plainOutput } from '../../../reduce/plain-output.ts'
import { isRunOrigin } from '../../../scan/actions/source-of.ts'
import { countsOf } from '../../../tokens/counts-of.ts'
import type { Candidate, Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'

export const staleness = {
  /** No later output replaces it. */
  latest: 0,
  /** A later output has the same line, and every line that makes no sense without it. */
  repeated: 1,
  /** A later output has another line in its place. */
  outdated: 2,
} as const

/** A text that a view shows in any case. */
export interface ShownText {
  readonly message: number
  readonly origin: string
  readonly text: string
}

/** Linear in the candidates and in the texts with the same origin. */
export function withStaleness<Known extends Candidates>(known: Known, shown: readonly ShownText[]): Known {
  const { sections, candidates } = known
  const stale = new Uint8Array(candidates.length)
  const offeredOrigins = new Set(sections.flatMap(({ origin }) => origin ?? []))
  const texts = shown.filter(({ origin }) => offeredOrigins.has(origin))
  const outputRefs = countsOf([...sections, ...texts].map(({ origin }) => origin))
  const later = new Map<string, Later>()
  let nextText = texts.length - 1
  for (let index = sections.length - 1; index >= 0; index -= 1) {
    const { message, origin, callId, isChanged = false } = sections[index] as Section
    if (origin === undefined || outputRefs.get(origin) === 1) continue
    const end = sections[index + 1]?.firstCandidate ?? candidates.length
    // The parts of one answer count as one output.
    while (isAnswerTo(callId, sections[index - 1])) index -= 1
    const { firstCandidate } = sections[index] as Section
    for (; nextText >= 0 && (texts[nextText] as ShownText).message > message; nextText -= 1)
      noteText(texts[nextText] as ShownText, later)
    const known = later.get(origin)
    if (known !== undefined) {
      const places = isRunOrigin(origin) ? undefined : laterPlaces(firstCandidate, end, known, isChanged)
      judge(firstCandidate, end, known, places)
    }
    const noted = laterOf(origin, later)
    for (let at = firstCandidate; at < end; at += 1) {
      const { text, number } = candidates.at(at) as Candidate
      noteLine(noted, text, number)
    }
  }
  return { ...known, staleness: stale }

  /**
   * Backwards, since a line that needs another comes after it. Without places, as for a command, the later output replaces the
   * whole earlier one.
   */
  function judge(
    first: number,
    end: number,
    { lines, numbers }: Later,
    places: Int32Array | undefined,
  ): void {
    const isNeeded = new Uint8Array(end - first)
    for (let at = end - 1; at >= first; at -= 1) {
      const { text, under } = candidates.at(at) as Candidate
      if (lines.has(text)) {
        if (isNeeded[at - first] === 0) stale[at] = staleness.repeated
      } else if (places === undefined || numbers.has(places[at - first] as number))
        stale[at] = staleness.outdated
      if (stale[at] !== staleness.repeated && under >= first) isNeeded[under - first] = 1
    }
  }

  /**
   * The line number of each line in a later output, 0 where it is unknown: it has moved as far as the nearest lines that both
   * outputs show. If the one above and the one below have moved differently, its number counts as shown only if both agree. If
   * the outputs share no line, or each number that both show has the same line, the file keeps its old numbers unless it was changed.
   */
  function laterPlaces(
    first: number,
    end: number,
    { lines, numbers }: Later,
    isChanged: boolean,
  ): Int32Array {
    const places = new Int32Array(end - first)
    const isSame = !isChanged && agrees(first, end, numbers)
    let shift: number | undefined
    let unplaced = first
    for (let at = first; at < end; at += 1) {
      const { text, number } = candidates.at(at) as Candidate
      if (isSame || number === undefined) continue
      const later = text.trim().length < minDistinct ? undefined : lines.get(text)
      if (later !== undefined && later > 0) {
        shift = later - number
        // A line that is not shown at the place given by the line above keeps that place: it may still exist.
        for (; unplaced < at; unplaced += 1) {
          const known = places[unplaced - first] as number
          if (known === 0 || numbers.has(known)) place(unplaced, shift)
        }
      }
      if (shift !== undefined) place(at, shift)
    }
    if (shift === undefined && !isChanged) for (let at = first; at < end; at += 1) place(at, 0)
    return places

    function place(at: number, by: number): void {
      const { number } = candidates.at(at) as Candidate
      if (number !== undefined) places[at - first] = number + by
    }
  }

  /** An equal line elsewhere in a file does not prove that a line has moved: whether both outputs show the same line at each number. */
  function agrees(first: number, end: number, numbers: Later['numbers']): boolean {
    for (let at = first; at < end; at += 1) {
      const { text, number } = candidates.at(at) as Candidate
      if (number !== undefined && (numbers.get(number) ?? text) !== text) return false
    }
    return true
  }
}

/** Shorter lines, as `return nil`, occur often in a file. */
const minDistinct = 16

function isAnswerTo(callId: string | undefined, section: Section | undefined): boolean {
  return section?.origin !== undefined && section.callId === callId
}

/** What the later outputs of one origin show. */
interface Later {
  /** Each line with its number; 0 if it has none, or if several lines are equal. */
  readonly lines: Map<string, number>
  /** The latest line of each line number in the file. */
  readonly numbers: Map<number, string>
}

function laterOf(origin: string, later: Map<string, Later>): Later {
  const known = later.get(origin) ?? { lines: new Map(), numbers: new Map() }
  later.set(origin, known)
  return known
}

function noteText({ origin, text }: ShownText, later: Map<string, Later>): void {
  const known = laterOf(origin, later)
  const lines = plainOutput(text).split('\n')
  const numbered = numberedLines(lines)
  for (const [index, line] of lines.entries()) {
    const start = numbered?.lengths[index] ?? 0
    if (start === 0) noteLine(known, line, undefined)
    else noteLine(known, line.slice(start), Number.parseInt(line.replace(/^[ L]+/, ''), 10))
  }
}

function noteLine({ lines, numbers }: Later, text: string, number: number | undefined): void {
  const before = lines.get(text)
  lines.set(text, before === undefined || before === number ? (number ?? 0) : 0)
  if (number !== undefined && !numbers.has(number)) numbers.set(number, text)
}
