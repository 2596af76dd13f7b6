/** Logs: every error and warning with its context; repeated shapes are counted. */
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { commitEntry, commitHead, commitLine, jsonLogLine, logLine } from '../../scan/kind/content-lines.ts'
import { both, either, minShare, some } from '../../scan/kind/kind-tests.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { foldedPieces, type LineDraft } from '../pieces/fold.ts'
import { frameValue, prefixLength } from '../pieces/output-frame.ts'
import { type Severity, severityOf } from '../pieces/severity.ts'
import { lineTemplate, ShapeFolds, strictTemplate } from '../pieces/shape-folds.ts'
import { frameOwner } from '../pieces/stack-frame.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Detector, Piece, PieceValue } from './content.ts'

/** Each line is a JSON object with a level. */
export const jsonLog: Detector = { name: 'log', detect: minShare(0.6, jsonLogLine) }

export const log: Content = {
  name: 'log',
  detect: either(
    // Lines begin with a time or a level.
    minShare(0.4, logLine, 2),
    // `git log`, with a line for each commit or in full.
    minShare(0.7, commitLine, 2),
    both(some(commitHead), minShare(0.8, commitEntry)),
  ),
  fits,
  pieces,
}

const logProgram =
  /^(?:docker(?:-compose)?\b.* logs\b|docker-compose logs|kubectl\b.* logs\b|journalctl|dmesg|pm2 logs|heroku logs|gh run view|(?:tail|cat|less|head|zcat)\b.*\.log\b)/

/** Records that contain a time are not a log. */
const otherKinds = wordSet('json code markdown diff html')

function fits(sourced: SourcedText): boolean {
  const {
    lines: sample,
    source: { kind },
  } = sourced
  const isKnown = kind === 'log' || sourced.runs(logProgram)
  if (!isKnown && otherKinds.has(kind)) return false
  const needed = Math.max(3, sample.length * (isKnown ? 0.25 : 0.5))
  return holdsForMost(sample, needed, line => logEntry(line) !== undefined)
}

/** Lines before and after the first error of its kind, which show its context. */
const around = 2

/** The continuation of an entry: indented, a closing bracket, or the chain of an error. */
const continued =
  /^(?:[ \t]|[)}\]]|Caused by:|Traceback |\.{3} \d+ more|[\w.]{1,100}(?:Error|Exception)(?!\w))/

/** The further lines of an entry are worth less than its first. */
const lessThan: Readonly<Record<PieceValue, PieceValue>> = {
  key: 'useful',
  useful: 'plain',
  plain: 'plain',
  noise: 'noise',
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  const lines = text.split('\n')
  const entries = lines.map(logEntry)
  const mostlyEntries = lines.filter(line => line !== '').length * 0.6 <= entries.filter(Boolean).length
  const surroundings = surroundingsOf(entries)
  const shapes = new ShapeFolds(indexes => timeRange(indexes.map(index => entries[index]?.time)))
  const last = lines.findLastIndex(line => line !== '')
  const drafts: LineDraft[] = []
  /** The entry that continues in the lines below it. */
  let head: number | undefined

  for (const [index, line] of lines.entries()) {
    const found = entries[index]
    if (found !== undefined) {
      head = index
      drafts.push(entryDraft(line, found, index))
    } else drafts.push(otherDraft(line, index))
  }
  return foldedPieces(drafts)

  function entryDraft(text: string, { severity, shape }: LogEntry, index: number): LineDraft {
    const isEdge = index === 0 || index === last || surroundings.has(index)
    if (severity !== undefined) return { text, value: 'key', fold: shapes.of(shape, 'key') }
    return isEdge ? { text, value: 'useful' } : { text, value: 'plain', fold: shapes.of(shape, 'useful') }
  }

  function otherDraft(text: string, index: number): LineDraft {
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

/** ` (10:02:11 – 10:05:43)`; empty if the times have different forms, or if there are none. */
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
  // Days with month names cannot be compared as text.
  if (first.day !== last.day) return /[A-Z][a-z]{2}/.test(first.day) ? '' : ` (${first.text} – ${last.text})`
  return first.clock === last.clock ? ` (${first.clock})` : ` (${first.clock} – ${last.clock})`
}

interface Moment {
  /** Without fractions of a second, whose printed length varies. */
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

/** One line of a log: its time, severity and shape. */
interface LogEntry {
  /** As written in the line. */
  readonly time: string | undefined
  readonly severity: Severity | undefined
  /** Lines of one shape differ only in values. */
  readonly shape: string
}

/** `2026-03-01T10:00:00.123Z`, `2026/03/01 10:00:00`, `[10:00:00.123]`, `Mar  1 10:00:00`, `01/Mar/2026:10:00:00 +0000` */
const time =
  /(?:[^\t\n]{1,60}\t){0,2}[\ufeff<[(]{0,2}(?:\d{1,3}>\d? ?)?((?:\d{4}[-/.]\d\d[-/.]\d\d(?:[T _]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?))[\])]?(?![\w/])[ \t,|:-]{0,3}/y
/** `E0301 10:00:00.123456   1234 controller.go:12] message` */
const klog = /([IWEF])\d{4} (\d\d:\d\d:\d\d\.\d{1,6}) +\d+ [\w.-]{1,80}:\d+\] /y
/** `10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /health?x=1 HTTP/1.1" 200 12 …` */
const access =
  /\S{1,60} \S{1,60} \S{1,60} \[([^\]]{1,40})\] "([A-Z]{3,10}) ([^" ]{0,500})[^"]{0,100}" (\d{3})\b/y

const levels =
  /(?:^|[\s[(<|:{"=])(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|CRIT|PANIC|SEVERE|EMERG|ALERT)(?![\w-])|(?:^|[[(])(trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical)(?:[\])]|:(?= ))|\b(?:level|severity|lvl)=["']?(\w{1,10})/

/** The level of an entry is within this many characters. */
const levelLook = 160

/** `undefined` if the line has neither a time nor a level, as an entry of a log does. */
function logEntry(line: string): LogEntry | undefined {
  const start = prefixLength(line)
  if (line.charCodeAt(start) === 0x7b) return jsonEntry(line, start)
  klog.lastIndex = start
  const kubernetes = klog.exec(line)
  if (kubernetes !== null)
    return entry(kubernetes[2], klogSeverity[kubernetes[1] ?? ''], line, klog.lastIndex, start)
  access.lastIndex = start
  const request = access.exec(line)
  if (request !== null) return accessEntry(request)
  time.lastIndex = start
  const timed = time.exec(line)
  const from = timed === null ? start : time.lastIndex
  const found = levels.exec(line.slice(from, from + levelLook))
  if (timed === null && (found === null || found.index > 40)) return undefined
  const level = found?.[1] ?? found?.[2] ?? found?.[3]
  return entry(timed?.[1], severityOfLevel(level), line, from, start)
}

const klogSeverity: Readonly<Record<string, Severity>> = { E: 'error', F: 'error', W: 'warning' }

function severityOfLevel(level: string | undefined): Severity | undefined {
  if (level === undefined) return undefined
  const word = level.toUpperCase()
  if (/^(?:ERR|FATAL|CRIT|PANIC|SEVERE|EMERG|ALERT)/.test(word)) return 'error'
  return word.startsWith('WARN') ? 'warning' : undefined
}

/** An error with the level of information is still an error. */
function entry(
  when: string | undefined,
  level: Severity | undefined,
  line: string,
  from: number,
  start: number,
): LogEntry {
  const message = line.slice(from)
  const severity = level === 'error' ? level : (severityOf(message) ?? level)
  const who = line.slice(0, start)
  const template = severity === undefined ? lineTemplate(message) : strictTemplate(message)
  return { time: when, severity, shape: who === '' ? template : `${who}${template}` }
}

function accessEntry([, when, method, path = '', status = '']: RegExpExecArray): LogEntry {
  const query = path.indexOf('?')
  const place = lineTemplate(query < 0 ? path : path.slice(0, query))
  return {
    time: when,
    severity: status >= '500' ? 'error' : status >= '400' ? 'warning' : undefined,
    shape: `${method} ${place} ${status}`,
  }
}

const jsonLevel = /"(?:level|severity|lvl|levelname|log\.level)" ?: ?"?(\w{1,12})/
const jsonTime = /"(?:time|ts|timestamp|@timestamp|datetime|date)" ?: ?"?([^",}]{1,40})/
const jsonMessage = /"(?:msg|message|event|text)" ?: ?("(?:[^"\\]|\\.){0,400}")/
const jsonValue = /(?<=:) ?(?:"(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,30})/g
/** How many characters of an entry are read. */
const jsonLook = 4000

function jsonEntry(line: string, start: number): LogEntry | undefined {
  const look = line.slice(start, start + jsonLook)
  const level = jsonLevel.exec(look)?.[1]
  const when = jsonTime.exec(look)?.[1]
  if (level === undefined && when === undefined) return undefined
  const message = jsonMessage.exec(look)?.[1]
  const severity =
    (/^\d/.test(level ?? '') ? pinoSeverity(Number(level)) : severityOfLevel(level)) ?? severityOf(look)
  // Errors with the same message differ by their fields.
  const template =
    severity === undefined
      ? lineTemplate((message ?? look.replace(jsonValue, '')).replaceAll('"', ''))
      : strictTemplate(look.replace(jsonTime, ''))
  return { time: when, severity, shape: `${line.slice(0, start)}${level} ${template}` }
}

/** Levels as numbers: 40 warns, 50 and 60 are errors. */
function pinoSeverity(level: number): Severity | undefined {
  return level >= 50 ? 'error' : level >= 40 ? 'warning' : undefined
}
