/** The worth of each line of a plan, a report or a document: by its form, and by what the talk is about. */
import { severityOf } from '../../../reduce/pieces/severity.ts'
import { contentWords } from '../../../scan/content-words.ts'
import { headingLevel, isHeading, markedLevel } from '../../../scan/heading-level.ts'
import { rarities } from '../../../scan/rarities.ts'
import { sharedWords } from '../../../scan/shared-words.ts'
import { thoughtSignalsIn } from '../../../scan/signals/thought-signals.ts'
import { findingHeadings } from '../facts/finding-headings.ts'
import { isLeadIn, isListItem, isStepHeading, opensReport } from '../facts/line-forms.ts'

/** Headings, and statements that begin in bold: `**Decision: remove it**`, `- **Storage**: a file`. */
const leads = /^\s{0,8}(?:#{1,6} |(?:[-*+] |\d{1,3}[.)] )?\*\*)/
/** `**Decision: Skip the lock until the storage changes.**` */
const statement = /^\s{0,3}\*\*(?!(?:[a-z]{1,12} )?\d{1,3}[.:)])(?:[^\s*]{1,60} ){5}/i
const row = /^\s{0,8}\|/
/** Lines of a log or of data: `{"time": …`, `2026-02-15T15:23:26 …`. */
const record = /^\s{0,8}(?:[{[]\s?["{[]|\[?\d{4}-\d\d-\d\d[T ])/

/** `  "name": "rows",`: a member of an example in JSON. */
const member = /^\s{1,24}"[\w.$-]{1,60}": ?\S/
/** `**Priority**: Medium`, `**File**: src/a.ts`: a property of what is above or below. */
const property = /^\s{0,3}\*\*[^*\n]{1,24}(?:\*\*:|:\*\*) {1,2}\S{1,200}(?: \S{1,24}){0,2}\s{0,4}$/
const path = /[/`]/
/** Where a line of an output says that something failed, with the reason behind a colon. */
const maxFailure = 100
const failure = 1.5

const minMember = 0.1

/** The relevance of a section that the talk never mentions, where the most mentioned one has 1. */
const minRelevance = 0.2
/** The first statements say what a document is about, the last lines how to verify it or what follows. */
const minStatements = 2
const maxStatements = 3
const lastShare = 1 / 6
const longDocument = 60

/** Results; what a person sent, earlier or with one of the last requests; or what the agent wrote for later work. */
export type DocumentKind = 'report' | 'given' | 'current' | 'written'

/**
 * One number for each line, in their order. `talk`: content words; `talkIn`: those of them that a line has, see `sharedWords`.
 */
export function documentWorth(
  lines: readonly string[],
  talk: ReadonlySet<string>,
  kind: DocumentKind,
  talkIn: (line: string) => readonly string[] = sharedWords(talk),
): readonly number[] {
  const relevance = relevances(lines, talkIn, kind === 'report')
  // In a long document the currently relevant sections come before all others.
  const sharpness = lines.length > longDocument ? 2 : 1
  const opening = openingOf(lines)
  const aside = asideWorth(lines)
  // A file that is all JSON is no example.
  const isDocument = lines.some(isHeading)
  const findings = new Set(kind === 'report' ? findingHeadings(lines) : [])
  const failures = new Set(kind === 'given' || kind === 'current' ? failuresOf(lines, isDocument) : [])
  return lines.map((text, at) => {
    const isMain = (aside[at] as number) === 1
    const isEdge = isMain && (at < opening || lines.length - at <= lines.length * lastShare)
    // The steps of a plan are next, the headings of a request show its parts, and those of findings what was found.
    const isStep =
      (kind === 'written' && isStepHeading(text)) ||
      (isMain && findings.has(at)) ||
      (kind === 'current' && markedLevel(text) !== undefined)
    if (isDocument && member.test(text)) return minMember
    const other = kind === 'report' ? remedyWorth(text) : failures.has(at) ? failure : 0
    const form = isStep ? 2 : Math.max(formWorth(text, isEdge), other)
    return form * Math.max(isEdge || isStep ? 0.7 : 0, relevance[at] as number) ** sharpness
  })
}

/** How many lines there are up to the first statements, with the headings above them. */
function openingOf(lines: readonly string[]): number {
  let statements = 0
  const end = lines.findIndex(line => {
    if (isHeading(line)) return statements >= minStatements
    if (statements === maxStatements) return true
    if (!isLeadIn(line)) statements += 1
    return false
  })
  return end < 0 ? lines.length : end
}

function formWorth(text: string, isEdge: boolean): number {
  if (record.test(text)) return 0.1
  if (opensReport(text)) return 0.1
  // The text that it introduces is mostly left out.
  if (isLeadIn(text) && isListItem(text)) return 0.4
  // A shown line of a section brings its heading along.
  if (isHeading(text) && !statement.test(text)) return isEdge ? 0.7 : 0.5
  if (property.test(text)) return path.test(text) ? 1 : 0.5
  if (leads.test(text)) return 1.5
  if (row.test(text)) return 0.5
  return isEdge || isListItem(text) ? 1 : 0.7
}

/** A log or an output is sent for what went wrong: `12:04:11 ERROR upload failed: no such bucket`, each reason once. */
function failuresOf(lines: readonly string[], isDocument: boolean): readonly number[] {
  const reasons = new Set<string>()
  return lines.flatMap((text, at) => {
    if (isDocument && !record.test(text)) return []
    const colon = text.lastIndexOf(': ', maxFailure)
    if (colon < 0 || severityOf(text.slice(0, colon)) !== 'error') return []
    const reason = text.slice(text.lastIndexOf(': ') + 1).trim()
    if (reasons.has(reason)) return []
    reasons.add(reason)
    return [at]
  })
}

/** What to do about a finding comes before what it is like. */
function remedyWorth(text: string): number {
  return isHeading(text) || !thoughtSignalsIn(text).includes('advice') ? 0 : 1.2
}

/** For each line of an answer, a lower worth if it is below a heading of secondary points or of praise. */
export function asideWorth(lines: readonly string[]): Float64Array {
  const worth = new Float64Array(lines.length).fill(1)
  let level = Number.POSITIVE_INFINITY
  for (const [at, line] of lines.entries()) {
    const own = headingLevel(line)
    if (own !== undefined) {
      if (aside.test(line)) level = Math.min(level, own)
      else if (own <= level) level = Number.POSITIVE_INFINITY
    }
    if (level !== Number.POSITIVE_INFINITY) worth[at] = minRelevance
  }
  return worth
}

interface DocumentSection {
  readonly level: number
  /** The share of its heading that the talk mentions too, from 0 to 1. */
  readonly headed: number
  readonly words: Set<string>
  lines: number
  readonly isAside: boolean
}

/** For each line the relevance of its section, from `minRelevance` to 1. */
function relevances(
  lines: readonly string[],
  talkIn: (line: string) => readonly string[],
  isReport: boolean,
): readonly number[] {
  const sections: DocumentSection[] = [{ level: 0, headed: 0, words: new Set(), lines: 0, isAside: false }]
  const sectionOf = lines.map(line => {
    const known = talkIn(line)
    const level = headingLevel(line)
    if (level !== undefined) {
      const words = contentWords(line)
      const named = words.size === 0 ? 0 : new Set(known).size / Math.max(minHeading, words.size)
      const isBinding = (isReport ? verdict : binding).test(line)
      const headed = isBinding ? bindingHeading : Math.max(named, useful.test(line) ? usefulHeading : 0)
      sections.push({ level, headed, words: new Set(), lines: 0, isAside: aside.test(line) })
    }
    const section = sections.at(-1) as DocumentSection
    for (const word of known) section.words.add(word)
    section.lines += 1
    return sections.length - 1
  })
  const own = ownRelevances(sections)
  // A section below a heading that the talk mentions is nearly as relevant.
  const above: { readonly level: number; readonly relevance: number }[] = []
  const inherited = sections.map(({ level, isAside }, at) => {
    while (above.length > 0 && (above.at(-1)?.level as number) >= level) above.pop()
    const nearest = Math.max(own[at] as number, (above.at(-1)?.relevance ?? 0) * inheritance)
    const relevance = isAside ? 0 : nearest
    above.push({ level, relevance })
    return minRelevance + (1 - minRelevance) * relevance
  })
  return sectionOf.map(section => inherited[section] as number)
}

/** From 0 to 1: by the words of the talk in the heading, or by those that few other sections have. */
function ownRelevances(sections: readonly DocumentSection[]): readonly number[] {
  const scores = rarities(sections.map(({ words }) => words)).map(
    (score, at) => score / Math.sqrt(3 + (sections[at] as DocumentSection).lines),
  )
  const maxScore = scores.reduce((greatest, score) => Math.max(greatest, score), 0)
  return sections.map(({ headed }, at) =>
    Math.max(headed ** 2, maxScore === 0 ? 1 : (bodyShare * (scores[at] as number)) / maxScore),
  )
}

/** Headings of what a reader of a report or a plan looks for first. */
const useful =
  /\b(?:issues?|findings?|problems?|bugs?|critical|must|should fix|recommend\w{0,8}|verdict|conclusions?|summary|next steps?|remaining|pending|open|risks?|gaps?|missing|decisions?|rationale|current (?:work|state)|root causes?)(?!\w)/i
const usefulHeading = 0.85
/** Headings of what applies to a whole plan, and of how to verify it. */
const binding =
  /^[\s#*\d.)-]{0,16}([a-z]{1,12} )?(?:verification|validation|test plan|testing|how to (?:test|verify)|acceptance|success criteria|definition of done|constraints?|requirements?|out of scope|non-goals?)(?!\w)/i
const bindingHeading = 1.2
/** Headings of conclusions of a report. */
const verdict = /\b(?:verdict|conclusions?|recommendations?|overall assessment|root causes?|findings)\b/i
/** Headings of praise, of points that need no action, or not first, and of what others did. */
const aside =
  /\b(?:done well|went well|works? well|worked well|looks? good|(?:what|what['’]s) (?:is )?(?:good|great|works)|praise|kudos|strengths?|strong points|positives?|positive (?:aspects|points|notes|observations|feedback|findings)|highlights|good (?:parts|points|practices)|Stärken|Lob|nice[- ]to[- ]haves?|nits?|nitpicks|minor|optional|low(?:er)? priority|P3|P4|suggestions|related (?:work|links|projects)|prior art|further reading)(?!\w)/i
/** A heading of fewer words may match by chance. */
const minHeading = 3
/** The relevance of the best section whose heading the talk does not mention. */
const bodyShare = 0.6
const inheritance = 0.8
