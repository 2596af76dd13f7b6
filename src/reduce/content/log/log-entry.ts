/** What one line of a log says: when, how bad, and of which shape it is. */
import { lineTemplate, strictTemplate } from '../output/line-template.ts'
import { prefixLength } from '../output-frame.ts'
import { type Severity, severityOf } from '../severity.ts'

export interface LogEntry {
  /** As it is in the line. */
  readonly time: string | undefined
  readonly severity: Severity | undefined
  /** Lines of one shape say the same with other values. */
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

/** Where the level of an entry is at the latest. */
const levelLook = 160

/** `undefined` where the line shows neither a time nor a level, as an entry of a log does. */
export function logEntry(line: string): LogEntry | undefined {
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

/** An error that calls itself information is still an error. */
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
/** How much of an entry is looked at. */
const jsonLook = 4000

function jsonEntry(line: string, start: number): LogEntry | undefined {
  const look = line.slice(start, start + jsonLook)
  const level = jsonLevel.exec(look)?.[1]
  const when = jsonTime.exec(look)?.[1]
  if (level === undefined && when === undefined) return undefined
  const message = jsonMessage.exec(look)?.[1]
  const severity =
    (/^\d/.test(level ?? '') ? pinoSeverity(Number(level)) : severityOfLevel(level)) ?? severityOf(look)
  // Errors of one message differ by what is beside it.
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
