/** The results of the newest step that the agent has not spoken of: short ones whole, long lists and searches in part. */
import { failureVerdict } from '../../../scan/actions/result-sums.ts'
import { isFileOrigin } from '../../../scan/actions/source-of.ts'
import { outcomeInTitle, type Section } from '../read/candidate.ts'
import { isUninformativeBit, valueIn } from '../read/line-bits.ts'
import type { CoverageInput } from './selection-input.ts'

interface Sections extends Pick<CoverageInput, 'costs' | 'sectionCosts' | 'worth'> {
  readonly candidates: {
    readonly candidates: {
      readonly bits: ArrayLike<number>
      readonly unders: ArrayLike<number>
      readonly texts: readonly string[]
      readonly length: number
    }
    readonly sections: readonly Pick<
      Section,
      'author' | 'message' | 'firstCandidate' | 'origin' | 'isSearch' | 'callId'
    >[]
  }
}

const maxLines = 40
/** The share of the room that a search gets which does not fit whole. */
const ofLongSearch = 0.4
/** An outcome has only the beginning of a long line. */
const minSaid = 24
const failure = /^(?:exit \d|failed\b)/

/** The lines of as many results as fit into `room`, the latest first. `lastStep`: see `Turns`. */
export function unreadResults(
  { candidates: { candidates, sections }, costs, sectionCosts, worth }: Sections,
  lastStep: number,
  room: number,
): readonly number[] {
  const isTakenUp = sections.some(({ author, message }) => author === 'words' && message > lastStep)
  if (lastStep < 0 || isTakenUp) return []
  const { bits, texts } = candidates
  const outcomes = new Map<string, string>()
  for (const { author, message, callId, firstCandidate } of sections) {
    if (author !== 'calls' || message < lastStep || callId === undefined) continue
    const outcome = outcomeInTitle(texts[firstCandidate] as string)
    if (outcome !== undefined) outcomes.set(callId, outcome)
  }
  const shown: number[] = []
  const records: number[] = []
  let left = room
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const { author, message, firstCandidate, origin, isSearch, callId } = sections[
      at
    ] as Sections['candidates']['sections'][number]
    if (message <= lastStep) break
    const end = sections[at + 1]?.firstCandidate ?? candidates.length
    if (author !== 'tools' || origin === undefined) continue
    if (end - firstCandidate > maxLines && isSearch !== true) {
      if (records.length === 0) records.push(...recordNames(candidates, firstCandidate, end))
      continue
    }
    if (isInOutcome(outcomes.get(callId ?? ''), texts.slice(firstCandidate, end))) continue
    // A line of a file belongs to its neighbours.
    const isOfFile = isSearch === true || isFileOrigin(origin)
    const pieces: number[] = []
    for (let piece = firstCandidate; piece < end; piece += 1) {
      const facts = bits[piece] as number
      const isNoise = !isOfFile && valueIn(facts) === 'noise'
      if ((facts & isUninformativeBit) === 0 && !isNoise) pieces.push(piece)
    }
    const room = left - (sectionCosts[at] as number)
    const fitting =
      costOf(pieces) <= room
        ? pieces
        : isSearch === true
          ? piecesWithin(pieces.toSorted(byWorth), room * ofLongSearch)
          : []
    if (fitting.length > 0) left = room - costOf(fitting)
    shown.push(...fitting)
  }
  shown.push(...piecesWithin(records, left))
  return shown

  function costOf(pieces: readonly number[]): number {
    return pieces.reduce((sum, piece) => sum + (costs[piece] as number), 0)
  }

  /** What sums up a result comes first: `33 matching lines in 12 files`. */
  function byWorth(one: number, other: number): number {
    const isKey = (piece: number): number => Number(valueIn(bits[piece] as number) === 'key')
    return isKey(other) - isKey(one) || (worth[other] as number) - (worth[one] as number) || one - other
  }

  function piecesWithin(pieces: readonly number[], tokens: number): readonly number[] {
    const fitting: number[] = []
    let rest = tokens
    for (const piece of pieces) {
      rest -= costs[piece] as number
      if (rest < 0) break
      fitting.push(piece)
    }
    return fitting
  }
}

/** `14 rows (state=open unless stated): id|title`, `issues: 3 items` */
const countOfRecords = /(?:^|: )(?:at least )?\d{1,9} (?:items$|rows(?: \(|: ))/

/** The rows of a long table, or the first lines of the items of a list, without what is below them. */
function recordNames(
  { unders, texts }: Sections['candidates']['candidates'],
  first: number,
  end: number,
): readonly number[] {
  for (let list = first; list < end; list += 1) {
    if ((unders[list] as number) >= first || !countOfRecords.test(texts[list] as string)) continue
    const names: number[] = []
    for (let at = list + 1; at < end; at += 1) if (unders[at] === list) names.push(at)
    return names
  }
  return []
}

/** Whether the title of the call says what came out. Of a failure, more than that is needed. */
function isInOutcome(outcome: string | undefined, lines: readonly string[]): boolean {
  if (outcome === undefined || failure.test(outcome)) return false
  // A pipe hides the exit code of what failed before it.
  if (outcome.split(' | ').some(part => failureVerdict.test(part))) return false
  return lines.some(line => line.trim() !== '' && outcome.includes(line.trim().slice(0, minSaid)))
}
