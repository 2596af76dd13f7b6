/** Logs: every error and warning with what is around it; what recurs in one shape is counted. */
import { commitEntry, commitHead, commitLine, jsonLogLine, logLine } from '../../scan/kind/content-lines.ts'
import { both, most, some } from '../../scan/kind/kind-tests.ts'
import type { ContentKind } from '../../types.ts'
import type { Content, Piece, PieceValue, Source } from './content.ts'
import { type LogEntry, logEntry } from './log/log-entry.ts'
import type { Look } from './look.ts'
import { type Draft, foldedPieces } from './output/fold.ts'
import { ShapeFolds } from './output/shape-folds.ts'
import { frameOwner } from './output/stack-frame.ts'
import { frameValue } from './output-frame.ts'
import { countOf, holdsForMost } from './sample-lines.ts'
import { severityOf } from './severity.ts'

export const log: Content = {
  name: 'log',
  detectors: [
    { rank: 30, why: 'a JSON object a line, with its level', test: most(0.6, jsonLogLine) },
    { rank: 120, why: 'lines begin with a time or a level', test: most(0.4, logLine, 2) },
    { rank: 130, why: 'git log, a commit a line', test: most(0.7, commitLine, 2) },
    {
      rank: 140,
      why: 'git log in full',
      test: both(some(commitHead), most(0.8, commitEntry)),
    },
  ],
  fits,
  pieces,
}

const logProgram =
  /^(?:docker(?:-compose)?\b.* logs\b|docker-compose logs|kubectl\b.* logs\b|journalctl|dmesg|pm2 logs|heroku logs|gh run view|(?:tail|cat|less|head|zcat)\b.*\.log\b)/

/** Records with a time in them are no log. */
const isOther: ReadonlySet<ContentKind> = new Set<ContentKind>(['json', 'code', 'markdown', 'diff', 'html'])

function fits(look: Look): boolean {
  const {
    lines: sample,
    source: { kind },
  } = look
  const isKnown = kind === 'log' || look.runs(logProgram)
  if (!isKnown && isOther.has(kind)) return false
  const needed = Math.max(3, sample.length * (isKnown ? 0.25 : 0.5))
  return holdsForMost(sample, needed, line => logEntry(line) !== undefined)
}

/** Lines before and after the first error of its kind that show how it came about. */
const around = 2

/** Where an entry goes on: indented, a closing bracket, or the chain of an error. */
const continued = /^(?:[ \t]|[)}\]]|Caused by:|Traceback |\.{3} \d+ more|[\w.]{1,100}(?:Error|Exception)\b)/

/** The further lines of an entry are worth less than its first. */
const lessThan: Readonly<Record<PieceValue, PieceValue>> = {
  key: 'useful',
  useful: 'plain',
  plain: 'plain',
  noise: 'noise',
}

function pieces(text: string, _source: Source): readonly Piece[] {
  const lines = text.split('\n')
  const entries = lines.map(logEntry)
  const mostlyEntries = countOf(lines, line => line !== '') * 0.6 <= entries.filter(Boolean).length
  const surroundings = surroundingsOf(entries)
  const shapes = new ShapeFolds(indexes => timeRange(indexes.map(index => entries[index]?.time)))
  const last = lines.findLastIndex(line => line !== '')
  const drafts: Draft[] = []
  /** The entry that goes on in the lines below it. */
  let head: number | undefined

  for (const [index, line] of lines.entries()) {
    const found = entries[index]
    if (found !== undefined) {
      head = index
      drafts.push(entryDraft(line, found, index))
    } else drafts.push(otherDraft(line, index))
  }
  return foldedPieces(drafts)

  function entryDraft(text: string, { severity, shape }: LogEntry, index: number): Draft {
    const isEdge = index === 0 || index === last || surroundings.has(index)
    if (severity !== undefined) return { text, value: 'key', fold: shapes.of(shape, 'key') }
    return isEdge ? { text, value: 'useful' } : { text, value: 'plain', fold: shapes.of(shape, 'useful') }
  }

  function otherDraft(text: string, index: number): Draft {
    if (text.trim() === '') return { text, value: 'noise' }
    const frame = frameValue(text)
    if (frame !== undefined) return { text, value: frame }
    const severity = severityOf(text)
    const above = head === undefined ? undefined : drafts[head]
    const isContinued = above !== undefined && (mostlyEntries || continued.test(text))
    const under = isContinued ? head : undefined
    const owner = frameOwner(text)
    if (owner === undefined && severity !== undefined)
      return { text, value: 'key', under, fold: shapes.ofLine(text, severity) }
    if (isContinued) {
      const value = owner === 'library' ? 'noise' : lessThan[above.value]
      return { text, value, under, fold: above.fold, isPart: above.fold !== undefined }
    }
    return index === 0 || index === last
      ? { text, value: 'useful' }
      : { text, value: 'plain', fold: shapes.ofLine(text, undefined) }
  }
}

/** The entries next to the first error or warning of each shape. */
function surroundingsOf(entries: readonly (LogEntry | undefined)[]): ReadonlySet<number> {
  const indexes = [...entries.keys()].filter(index => entries[index] !== undefined)
  const near = new Set<number>()
  const known = new Set<string>()
  for (const [at, index] of indexes.entries()) {
    const entry = entries[index]
    if (entry?.severity === undefined || known.has(entry.shape)) continue
    known.add(entry.shape)
    for (const neighbour of indexes.slice(Math.max(0, at - around), at + around + 1)) near.add(neighbour)
  }
  return near
}

/** ` (10:02:11 – 10:05:43)`; empty where the times are not of one form, or there are none. */
export function timeRange(times: readonly (string | undefined)[]): string {
  let first: Moment | undefined
  let last: Moment | undefined
  for (const time of times) {
    const moment = momentOf(time)
    if (moment === undefined || (first !== undefined && !isComparable(moment, first))) return ''
    if (first === undefined || moment.text < first.text) first = moment
    if (last === undefined || moment.text > last.text) last = moment
  }
  if (first === undefined || last === undefined) return ''
  // Days with named months do not sort by their signs.
  if (first.day !== last.day) return /[A-Z][a-z]{2}/.test(first.day) ? '' : ` (${first.text} – ${last.text})`
  return first.clock === last.clock ? ` (${first.clock})` : ` (${first.clock} – ${last.clock})`
}

interface Moment {
  /** Without fractions of a second, which are not printed to one length. */
  readonly text: string
  readonly day: string
  readonly clock: string
  readonly zone: string
}

const clockTime = /(?<!\d)\d\d:\d\d:\d\d/

function momentOf(time: string | undefined): Moment | undefined {
  if (time === undefined) return undefined
  const clock = clockTime.exec(time)
  if (clock === null) return { text: time, day: '', clock: time, zone: '' }
  const day = time.slice(0, clock.index)
  const zone = time.slice(clock.index + clock[0].length).replace(/^[.,]\d+/, '')
  return { text: day + clock[0], day, clock: clock[0], zone }
}

function isComparable(one: Moment, other: Moment): boolean {
  return one.zone === other.zone && one.text.length === other.text.length
}
