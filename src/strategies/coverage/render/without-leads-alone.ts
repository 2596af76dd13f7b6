/** Lines that introduce others of which nothing is chosen: `Key findings:`, `## Open questions`, `| Option | Cost |`. */
import { boldLevel, titleLevel } from '../../../scan/heading-level.ts'
import { isNumberedHeading } from '../facts/finding-headings.ts'
import { isLeadIn, isListItem, isStepHeading, opensReport } from '../facts/line-forms.ts'
import type { Candidate } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'
import { isFenceLine } from '../read/fence-line.ts'

/** A longer lead-in says something alone. */
const maxLeadIn = 40

/** For words and documents of an agent, reports, and tables in outputs: `chosen` without them, in order. */
export function withoutLeadsAlone(
  { candidates, sections, withCountsAlone }: Pick<Candidates, 'candidates' | 'sections' | 'withCountsAlone'>,
  chosen: readonly number[],
): readonly number[] {
  const kept: number[] = []
  for (let at = chosen.length - 1; at >= 0; at -= 1) {
    const piece = chosen[at] as number
    if (!isAlone(piece, kept.at(-1))) kept.push(piece)
  }
  return kept.length === chosen.length ? chosen : kept.reverse()

  /** `next`: the line that is shown below it. */
  function isAlone(piece: number, next: number | undefined): boolean {
    const candidate = candidates.at(piece) as Candidate
    const { text, section, author, part } = candidate
    // Few lines have another below them: this look is cheaper than the patterns.
    if (candidates.at(piece + 1)?.under === piece && (isTableAlone(candidate) || isCountAlone(text)))
      return next === undefined || candidates.at(next)?.under !== piece
    if (isSharedAlone(piece, next)) return true
    const isOfDocument = part === 'report' || (part === 'pasted' && author !== 'user')
    if (author !== 'words' && !isOfDocument) return false
    const isHead = isTableHead(piece, section)
    if (!isHead && !mayLead(text)) return false
    const end = sections[section + 1]?.firstCandidate ?? candidates.length
    // It introduces the calls that follow.
    if (piece + 1 >= end) return false
    if (next === undefined || next >= end) return true
    if (isHead) return !reachesRow(piece, next)
    const level = titleLevel(text)
    if (level !== undefined && !reachesText(piece, next, level)) return true
    const isLead = level === undefined || (level === boldLevel && isLeadIn(text))
    return isLead && !reachesItem(piece, next)
  }

  /** With more room the name of a file with matches says where else to look. */
  function isCountAlone(text: string): boolean {
    return withCountsAlone === false && countOfFile.test(text)
  }

  /** Whether it says what rows share, or goes on saying so, above no row. */
  function isSharedAlone(piece: number, next: number | undefined): boolean {
    const shared = [piece, candidates.at(piece)?.under ?? -1].find(isShared)
    if (shared === undefined) return false
    const below = next === undefined ? undefined : candidates.at(next)?.under
    return below === undefined || (below !== shared && below !== candidates.at(shared)?.under)
  }

  function isShared(at: number): boolean {
    const candidate = candidates.at(at)
    if (candidate?.text.startsWith(sharedLine) !== true) return false
    return tableHeading.test(candidates.at(candidate.under)?.text ?? '')
  }

  /** The first row of a table names the columns. */
  function isTableHead(piece: number, section: number): boolean {
    if (!isRow(candidates.at(piece))) return false
    const before = piece > 0 ? candidates.at(piece - 1) : undefined
    return before?.section !== section || !isRow(before)
  }

  function reachesRow(head: number, next: number): boolean {
    for (let at = head + 1; at <= next; at += 1) if (!isRow(candidates.at(at))) return false
    return true
  }

  /** Whether the next line is right below a lead-in, or belongs to the list there. */
  function reachesItem(lead: number, next: number): boolean {
    let isBelow = true
    for (let at = lead + 1; at < next; at += 1) {
      if (!isOfList(at)) return false
      isBelow &&= candidates.at(at)?.isUninformative === true
    }
    return isBelow || isOfList(next)
  }

  function isOfList(at: number): boolean {
    const candidate = candidates.at(at) as Candidate
    const { text, isUninformative, isCode } = candidate
    return isUninformative || isCode || isListItem(text) || isFenceLine(text) || isRow(candidate)
  }

  /** Whether no heading of the same level or above is between a heading and the next line. */
  function reachesText(lead: number, next: number, level: number): boolean {
    for (let at = lead + 1; at <= next; at += 1) {
      const other = titleLevel(candidates.at(at)?.text ?? '')
      if (other !== undefined && other <= level) return false
    }
    return true
  }
}

/** `fares: 3 rows (currency=NOK unless stated): from|to|price` */
const tableHeading = /(?:^|: )(at least )?\d{1,9} rows(?: \([^\n]{1,100} unless stated\))?: /

/** `in each row, unless stated: status=passed`, below the heading of its table. */
const sharedLine = 'in each row, unless stated: '

/**
 * The heading of a longer table is a key line: its count and columns say something alone, but not values from which rows may
 * differ. A line of a log that looks like one has nothing below it.
 */
function isTableAlone({ text, value }: Candidate): boolean {
  return (value === 'plain' || text.includes(' unless stated): ')) && tableHeading.test(text)
}

/** `src/a.ts: 3 matches` */
const countOfFile = /^\S.{0,300}: (?:at least )?\d{1,7} match(?:es)?$/

/** `| small | 10 ms |` */
function isRow(candidate: Candidate | undefined): boolean {
  return candidate?.text.trimStart().startsWith('|') === true
}

function mayLead(text: string): boolean {
  const isLead = isLeadIn(text) && (text.length <= maxLeadIn || opensReport(text))
  return isLead || (titleLevel(text) !== undefined && !isStepHeading(text) && !isNumberedHeading(text))
}
