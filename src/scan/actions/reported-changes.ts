/** The files that a subagent says it has changed. */
import { linesInFences } from '../fenced-lines.ts'
import { markedLevel } from '../heading-level.ts'
import { linesOf } from '../lines.ts'

interface ReportedChange {
  readonly operation: 'wrote' | 'modified' | 'deleted'
  readonly path: string
}

const maxLength = 20_000
const maxLineLength = 400
const maxFiles = 40

const verbs =
  'added|created|wrote|written|updated|modified|edited|changed|refactored|rewrote|rewritten|fixed|removed|deleted|renamed|implemented|extracted|consolidated|replaced|moved|migrated|inserted|extended|simplified|converted'
/** `I have successfully consolidated`: a report about the work of others has no such words. */
const own = new RegExp(
  `\\bI(?:['’]ve| have)? (?:(?:also|successfully|then|now|just) ){0,2}(?:${verbs})\\b|\\bbeen (?:written|saved) to \``,
  'i',
)
/** `2. **Updated callers**:`, `I removed …`, `### Files changed` */
const statement = new RegExp(
  `^(?:I(?:['’]ve| have)? (?:(?:also|successfully|then|now|just) ){0,2}|files? )?(${verbs})\\b`,
  'i',
)
const written = /\bbeen (written|saved) to `/i
const marks = /^(?:[\s>#*+-]|\d{1,3}[.)] ){1,20}/
/** In back quotes, or with a directory; `:105` is a line. */
const named =
  /`((?:[\w@.~-]{0,100}\/){0,20}[\w@.-]{1,100}\.[a-z]\w{0,7})(?::\d{1,6})?`|(?<![\w/.`:-])((?:\/|\.{1,2}\/)?(?:[\w@.-]{1,100}\/){1,20}[\w@.-]{1,100}\.[a-z]\w{0,7})(?![\w/`(])/gi

/** Linear. */
export function reportedChanges(report: string): readonly ReportedChange[] {
  const text = report.slice(0, maxLength)
  if (!own.test(text)) return []
  const found = new Map<string, ReportedChange>()
  /** The verb that applies to the list below it. */
  let verb: string | undefined
  let heading: readonly string[] = []
  const lines = linesOf(text).map(line => line.text)
  const isCode = linesInFences(lines)
  for (const [at, line] of lines.entries()) {
    if (isCode.has(at) || line.trim() === '' || line.length > maxLineLength) continue
    const said = line.replace(marks, '')
    const stated = statement.exec(said)?.[1] ?? written.exec(said)?.[1]
    const paths = pathsIn(said)
    const isHeading = markedLevel(line) !== undefined
    const isPath = paths.length > 0 && said.replace('`', '').startsWith(paths[0] as string)
    if (stated !== undefined) {
      for (const path of heading) add(found, path, 'modified')
      for (const path of paths) add(found, path, operationOf(stated, said, path))
    } else if (isPath && verb !== undefined && !isHeading)
      add(found, paths[0] as string, listedOperation(verb))
    heading = isHeading && isPath ? paths : []
    if (stated !== undefined) verb = stated
    else if (!isPath && !/^\s/.test(line)) verb = undefined
    if (found.size >= maxFiles) break
  }
  return [...found.values()]
}

function pathsIn(said: string): readonly string[] {
  return Array.from(said.matchAll(named), match => match[1] ?? match[2] ?? '')
}

function add(found: Map<string, ReportedChange>, path: string, operation: ReportedChange['operation']): void {
  if (!found.has(path)) found.set(path, { operation, path })
}

/** Below `Removed:` may be files that something was removed from. */
function listedOperation(verb: string): ReportedChange['operation'] {
  if (/^created$/i.test(verb)) return 'wrote'
  return /^deleted$/i.test(verb) ? 'deleted' : 'modified'
}

/** `Created \`a.ts\`` makes the file, `Created parse in \`a.ts\`` changes it. */
function operationOf(verb: string, said: string, path: string): ReportedChange['operation'] {
  const between = said.slice(said.indexOf(verb) + verb.length, Math.max(0, said.indexOf(path)))
  const isWhole = /^(?: (?:the|a|new|file|files|to)(?!\w)|[\s`*:])*$/.test(between)
  if (!isWhole) return 'modified'
  if (/^(?:created|wrote|written|saved|added)$/i.test(verb)) return 'wrote'
  return /^(?:deleted|removed)$/i.test(verb) ? 'deleted' : 'modified'
}
