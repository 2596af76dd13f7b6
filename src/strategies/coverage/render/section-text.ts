/** The text of one block in a digest: its number and title, and the lines that were chosen. */
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { isFileOrigin } from '../../../scan/actions/source-of.ts'
import { lazyPattern } from '../../../tokens/lazy-pattern.ts'
import { shortPath } from '../facts/common-root.ts'
import { isLeadIn, isListItem } from '../facts/line-forms.ts'
import { staleness } from '../mark/staleness.ts'
import { type Candidate, type CandidateList, outcomeMark, type Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'
import { isFenceLine } from '../read/fence-line.ts'
import { seemsInside } from './seems-inside.ts'
import { isTagLine, withoutLoneTags } from './tag-lines.ts'
import { withBrackets } from './with-brackets.ts'
import { withLeads } from './with-leads.ts'
import { withLedLists, withMissingItems, withRestOfLists } from './with-missing-items.ts'
import { withNearestHeadings } from './with-nearest-headings.ts'
import { withRestOfWords } from './with-rest-of-words.ts'
import { withStepHeadings } from './with-step-headings.ts'
import { withTableHeads } from './with-table-heads.ts'
import { withoutLoneFences } from './without-lone-fences.ts'
import { withoutLooseArguments } from './without-loose-arguments.ts'

/** A form of the whole section with fewer tokens than `text`, which shows nearly all of it. */
export type WholeForm = (section: number, text: string) => string | undefined

/** Everything that the text of a section depends on. */
export interface SectionChoice {
  readonly chosen: readonly number[]
  /** The section shown before it is its call. */
  readonly isAnswer: boolean
  readonly isShort: boolean
  /** The call that it may announce is not shown. */
  readonly isCut: boolean
}

export function sectionText(
  index: number,
  { chosen: all, isAnswer, isShort, isCut }: SectionChoice,
  { candidates, sections, numbers, staleness: stale }: Candidates,
  wholeForm: WholeForm,
): string {
  const section = sections[index] as Section
  const short = isShort ? section.path : undefined
  const end = sections[index + 1]?.firstCandidate ?? candidates.length
  // The head gives the number of shown lines of an output.
  const isCounted = section.author === 'tools'
  // A line of a file belongs to its neighbours; each line of an output is understood alone.
  const isOfFile = section.origin !== undefined && isFileOrigin(section.origin)
  const headed =
    section.isProgram === true
      ? all
      : withTableHeads(
          withNearestHeadings(all, section.firstCandidate, candidates),
          section.firstCandidate,
          candidates,
        )
  const chosen =
    isOfFile || section.author === 'calls'
      ? withBrackets(withoutLooseArguments(headed, section.firstCandidate, candidates), end, candidates)
      : isCounted
        ? withMissingItems(headed, section.firstCandidate, end, candidates)
        : section.author === 'words' || section.author === 'user'
          ? wordsWithLists(headed, section, end, candidates, isLastSaid(index, sections))
          : headed
  // If lines are shown below a command, its outcome comes after them: otherwise they would read as its output.
  const isBelow = chosen.length > 1 && chosen[0] === section.firstCandidate
  const outcome = isBelow ? section.outcome : undefined
  const isOutdated =
    section.isChanged === true || chosen.some(candidate => stale?.[candidate] === staleness.outdated)
  // A tag line is content in a file or an output, and markup in a message.
  const isSpoken = section.author === 'user' || section.author === 'words'
  // What a host adds to a person's words is not part of them.
  const isTyped = section.author === 'user' && section.isInserted !== true
  const isFrame = ({ text, author }: Candidate): boolean =>
    isFenceLine(text) ||
    (isSpoken && (isTagLine(text) || !saysSomething.test(text))) ||
    (isTyped && author === 'tools')
  const isOnlyFrame = (from: number, to: number): boolean => {
    let unchanged = 0
    for (let at = from; at < to; at += 1) {
      const candidate = candidates.at(at) as Candidate
      // A line that an edit leaves unchanged is not part of it; several of them separate its lines.
      if (candidate.label === ' ') unchanged += 1
      else if (!isFrame(candidate)) return false
    }
    return unchanged < 2 || to === end
  }
  const fenced = withoutLoneFences(chosen, section.firstCandidate, end, candidates)
  const tagged = isSpoken ? withoutLoneTags(fenced, section.firstCandidate, end, candidates) : fenced
  const shownLines: string[] = []
  let previous = section.firstCandidate - 1
  for (const candidate of tagged) {
    const isGap = !isOnlyFrame(previous + 1, candidate)
    const isFirst = shownLines.length === 0
    const { text, label, number: place, lines: ownLines } = candidates.at(candidate) as Candidate
    // In a file that was changed since, line numbers may be wrong.
    const number = isOutdated ? undefined : place
    const isAbove = outcome !== undefined && candidate === section.firstCandidate
    const said = isAbove ? text.slice(0, -outcomeMark.length - outcome.length) : text
    const isTitle = short !== undefined && candidate === section.firstCandidate
    const shown = isTitle ? withShortPath(said, short) : label + said
    // The rest of a long line of a call.
    if (section.author === 'calls' && ownLines === 0 && candidate === previous + 1 && !isFirst) {
      shownLines.push(joined(shownLines.pop() as string, shown))
      previous = candidate
      continue
    }
    const isMarked =
      isGap &&
      number === undefined &&
      (!isCounted ||
        (!isFirst && (isOfFile || areCode(previous, candidate, candidates))) ||
        leavesItems(previous, candidate, section, candidates))
    const isTorn = isGap && (goesOn(previous, candidates) || seemsInside(candidate, previous, candidates))
    if (!isFirst && (isMarked || isTorn)) markGap(shownLines)
    // A line number shows the position, and that lines above are missing.
    const line = number !== undefined && (isGap || isFirst) ? `${number} ${shown}` : shown
    const isBegun = isGap && isCounted && goesOn(candidate - 1, candidates)
    shownLines.push((isMarked && isFirst) || isBegun ? `…${line}` : line)
    previous = candidate
  }
  // If only the outcome of a call is shown, a mark after it would say that the outcome is cut.
  const isOutcome = previous === section.firstCandidate && shownLines.at(-1)?.includes(outcomeMark) === true
  const isRest = !isOnlyFrame(previous + 1, end)
  // `Now the writer:`, but the edit that follows is left out.
  const isAnnounced = isCut && shownLines.at(-1)?.trimEnd().endsWith(':') === true
  const isNumbered = !isOutdated && candidates.at(previous)?.number !== undefined
  const isCutOff =
    isRest &&
    (goesOn(previous, candidates) || (!isNumbered && leavesItems(previous, end, section, candidates)))
  if (isAnnounced || (isCounted ? isCutOff : isRest && !isOutcome)) markGap(shownLines)
  if (outcome !== undefined) shownLines.push(outcomeMark.trimStart() + outcome)
  const text = shownLines.map(withoutTrailingSpace).join('\n')
  const lines = chosen.reduce((sum, candidate) => sum + (candidates.at(candidate) as Candidate).lines, 0)
  const isNearlyAll = section.author === 'tools' && lines >= section.lines * nearlyAll
  const form = isNearlyAll ? wholeForm(index, text) : undefined
  const said = {
    isAnswer,
    start: isOutdated ? undefined : section.start,
    changed: isOutdated ? 'changed since' : changedFiles(section, chosen),
    lines: form === undefined ? lines : section.lines,
  }
  return `${headOf(section, said, numbers[section.message] ?? 0, text)}${form ?? text}`
}

/** `chosen` of what somebody said, with what its lists and short paragraphs need to be understood. */
function wordsWithLists(
  chosen: readonly number[],
  section: Section,
  end: number,
  candidates: CandidateList,
  isLast: boolean,
): readonly number[] {
  const first = section.firstCandidate
  const led = withLeads(withLedLists(chosen, end, candidates), first, candidates)
  const listed = withStepHeadings(withRestOfLists(led, first, end, candidates), first, end, candidates)
  return section.author === 'words' ? withRestOfWords(listed, section, end, candidates, isLast) : listed
}

/** Whether the agent said nothing after it. */
function isLastSaid(index: number, sections: readonly Section[]): boolean {
  return sections.findLastIndex(({ author }) => author === 'words') === index
}

/** Not `---`: nothing is missing without it. */
const saysSomething = /[\w\u0080-\uFFFF]/

/** Whether it is a sentence of an output whose line continues. */
function goesOn(index: number, candidates: Candidates['candidates']): boolean {
  const [said, next] = [candidates.at(index), candidates.at(index + 1)]
  return (
    index >= 0 &&
    said?.author === 'tools' &&
    next?.lines === 0 &&
    next.section === said.section &&
    /\s$/.test(said.text)
  )
}

/** Lines of code, or of a change, are read as neighbours. */
function areCode(before: number, after: number, candidates: CandidateList): boolean {
  return [before, after].every(at => {
    const { text, isCode } = candidates.at(at) as Candidate
    return (isCode && !numbered.test(text)) || ofChange.test(text)
  })
}

/** `+\treturn 1`, `-const a = 1` */
const ofChange = /^[+-](?![+-]| \S)/
/** `12: return 1`: the number shows where it is. */
const numbered = /^\s{0,8}\d{1,7}[:-]/

/** `npm test -- --grep …` and `… parser` → `npm test -- --grep parser` */
function joined(line: string, rest: string): string {
  return rest.startsWith('…') && line.endsWith(' …') ? line.slice(0, -2) + rest.slice(1) : line + rest
}

/** Whether items of a list in a document are missing between two lines, one of which is an item of the list or introduces it. */
function leavesItems(
  before: number,
  after: number,
  { firstCandidate }: Section,
  candidates: Candidates['candidates'],
): boolean {
  const isItem = (index: number): boolean => {
    const { text, part } = candidates.at(index) as Candidate
    return (part === 'report' || part === 'pasted') && isListItem(text)
  }
  const isEnd =
    after >= candidates.length || candidates.at(after)?.section !== candidates.at(after - 1)?.section
  const goesBefore =
    before >= firstCandidate && (isItem(before) || isLeadIn(candidates.at(before)?.text ?? ''))
  return (goesBefore && isItem(before + 1)) || (!isEnd && isItem(after) && isItem(after - 1))
}

/** `Edit src/view/a.ts → failed` → `Edit …/a.ts → failed`. */
function withShortPath(title: string, path: string): string {
  const name = fileName(path)
  const end = title.indexOf(name) + name.length
  const from = title.lastIndexOf(' ', end - name.length) + 1
  const said = title.slice(from, end)
  const isPath = end >= name.length && path.endsWith(said.replace(upwards, ''))
  return isPath ? title.slice(0, from) + shortPath(said) + title.slice(end) : title
}

const upwards = /^(?:\.\.\/){1,8}/

/** From this share of its lines on, a section may be shown whole if that takes fewer tokens. */
const nearlyAll = 0.8

interface Said {
  readonly isAnswer: boolean
  /** See `Section`; absent where edits may have moved the lines. */
  readonly start: number | undefined
  /** The files that were changed later; empty if none were. */
  readonly changed: string
  readonly lines: number
}

/** More files are only counted. */
const maxNamed = 2

/** `a.go, b.go changed since`, for the results of a search. */
function changedFiles({ changedHits }: Section, chosen: readonly number[]): string {
  const files = [...new Set(chosen.flatMap(candidate => changedHits?.get(candidate) ?? []))]
  if (files.length === 0) return ''
  return `${files.length > maxNamed ? `${files.length} files` : files.join(', ')} changed since`
}

/** Of each line; no pattern, so that long runs of spaces are read once. */
function withoutTrailingSpace(shown: string): string {
  return shown
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
}

/** Marks after the last line that something is missing. */
function markGap(lines: string[]): void {
  const last = lines.pop() ?? ''
  lines.push(last.endsWith('…') ? last : `${last.trimEnd()} …`)
}

/** `Anna: `, `Professor B: `, as in the minutes of a meeting: the text already names the speaker. */
const speaker = lazyPattern(
  String.raw`^\p{Lu}[\p{L}\p{N}.'-]{0,20}(?: [\p{Lu}\p{N}][\p{L}\p{N}.'-]{0,20}){0,4}: `,
  'u',
)

function headOf(
  section: Section,
  { isAnswer, start, changed, lines }: Said,
  number: number,
  text: string,
): string {
  const place = `#${number}`
  switch (section.author) {
    case 'user':
      if (section.isInserted === true) return `${place} program: `
      if (section.isSummary === true) return `${place} summary: `
      if (section.attachments !== undefined) return `${place} user (${section.attachments}): `
      return text.match(speaker(text)) === null ? `${place} user: ` : `${place} `
    case 'words':
      return `${place} ${section.isThought === true ? 'thinking' : 'assistant'}: `
    case 'calls':
      return `${place} `
    case 'tools': {
      const title = isAnswer || section.title === '' ? '' : ` ${section.title}`
      // A folded list has its own count.
      const from = start === undefined ? '' : ` from ${start}`
      // Lines that are shown grouped are not as many as they stand for.
      const things = text.split('\n').length === lines ? 'lines' : 'original lines'
      const count = lines > 0 && lines < section.lines ? [`${lines}/${section.lines} ${things}${from}`] : []
      const cut = section.isCut === true ? ['output cut by the tool'] : []
      const limit = section.limit === undefined ? [] : [section.limit]
      const notes = [...count, ...limit, ...cut, ...(changed === '' ? [] : [changed])]
      return `${place} →${title}${notes.length === 0 ? '' : ` [${notes.join(', ')}]`}\n`
    }
  }
}
