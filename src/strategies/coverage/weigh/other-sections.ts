/** Numbered sections of a document that a request does not name: `specifically Task 4` leaves Task 5 for later. */
import { linesInFences } from '../../../scan/fenced-lines.ts'
import { markedLevel } from '../../../scan/heading-level.ts'

/** `Task 4`, `phase #2`; not `4.`: a number alone is not a name. */
const label =
  /\b(task|phase|step|section|part|milestone|stage|chapter|epic|story|work package|wp|pr) ?#?(\d{1,3}(?:\.\d{1,3}){0,2})\b/i
const everyLabel = new RegExp(label, 'gi')
/** A heading begins with its label: `## ✅ Task 4: Wire it`. */
const maxBefore = 20

interface Label {
  readonly kind: string
  readonly name: string
}

/** The sections that a request names. */
export function labelsIn(request: string): readonly Label[] {
  return Array.from(request.matchAll(everyLabel), labelOf)
}

/**
 * 1 for each line of a section that is not named but of the same kind as a named one; 0 for all lines if the document has no
 * named section.
 */
export function otherSections(lines: readonly string[], named: readonly Label[]): Uint8Array {
  const labels = named.length === 0 ? [] : lines.map(headingLabel)
  const names = [...new Set(named.map(({ name }) => name))]
  // `Task 4.1` is a part of `Task 4`.
  const isNamed = ({ name }: Label): boolean =>
    names.some(each => each === name || name.startsWith(`${each}.`) || each.startsWith(`${name}.`))
  const kinds = new Set(labels.flatMap(found => (found !== undefined && isNamed(found) ? [found.kind] : [])))
  if (kinds.size === 0) return new Uint8Array(lines.length)
  return sectionsWhere(headingLevels(lines), at => {
    const found = labels[at]
    return found !== undefined && kinds.has(found.kind) && !isNamed(found)
  })
}

/** `## A` is 2; 0 for all other lines, and for comments of a program in a fence. */
export function headingLevels(lines: readonly string[]): readonly number[] {
  const fenced = linesInFences(lines)
  return lines.map((line, at) => (fenced.has(at) ? 0 : (markedLevel(line) ?? 0)))
}

/** 1 for each line of a section that `isMeant` accepts, with all that is below its heading. */
export function sectionsWhere(levels: readonly number[], isMeant: (at: number) => boolean): Uint8Array {
  /** The level of the accepted section that a line is in; 0 if it is in none. */
  let level = 0
  return Uint8Array.from(levels, (own, at) => {
    if (own > 0 && (level === 0 || own <= level)) level = isMeant(at) ? own : 0
    return Number(level > 0)
  })
}

/** `Step 3: Create the file` → `: Create the file` */
export function withoutLabel(line: string): string {
  return line.replace(label, '')
}

function headingLabel(line: string): Label | undefined {
  const found = markedLevel(line) !== undefined ? label.exec(line) : null
  return found === null || found.index > maxBefore ? undefined : labelOf(found)
}

function labelOf([, kind = '', number = '']: RegExpExecArray): Label {
  return { kind: kind.toLowerCase(), name: `${kind.toLowerCase()} ${number}` }
}
