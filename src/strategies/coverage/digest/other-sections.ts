/** Numbered sections of a document beside those that a request names: `specifically Task 4` leaves Task 5 to another time. */

/** `Task 4`, `phase #2`; not `4.`: a number alone names nothing. */
const label =
  /\b(task|phase|step|section|part|milestone|stage|chapter|epic|story|work package|wp|pr) ?#?(\d{1,3}(?:\.\d{1,3}){0,2})\b/i
const everyLabel = new RegExp(label, 'gi')
const heading = /^\s{0,3}(#{1,6}) /
/** A heading is called by what it begins with: `## ✅ Task 4: Wire it`. */
const maxBefore = 20

interface Label {
  readonly kind: string
  readonly name: string
}

/** The sections that a request names. */
export function labelsIn(request: string): readonly Label[] {
  return Array.from(request.matchAll(everyLabel), labelOf)
}

/** 1 for each line of a section of the same kind as one that is named, and not named itself; none where the document has no named one. */
export function otherSections(lines: readonly string[], named: readonly Label[]): Uint8Array {
  const others = new Uint8Array(lines.length)
  const labels = named.length === 0 ? [] : lines.map(headingLabel)
  const names = [...new Set(named.map(({ name }) => name))]
  // `Task 4.1` is a part of `Task 4`.
  const isNamed = ({ name }: Label): boolean =>
    names.some(each => each === name || name.startsWith(`${each}.`) || each.startsWith(`${name}.`))
  const kinds = new Set(labels.flatMap(found => (found !== undefined && isNamed(found) ? [found.kind] : [])))
  if (kinds.size === 0) return others
  /** The level of the section that a line is in; 0 where it is no other one. */
  let level = 0
  for (const [at, line] of lines.entries()) {
    const own = heading.exec(line)?.[1]?.length
    if (own !== undefined && (level === 0 || own <= level)) {
      const found = labels[at]
      level = found !== undefined && kinds.has(found.kind) && !isNamed(found) ? own : 0
    }
    others[at] = Number(level > 0)
  }
  return others
}

/** `Step 3: Create the file` → `: Create the file` */
export function withoutLabel(line: string): string {
  return line.replace(label, '')
}

function headingLabel(line: string): Label | undefined {
  const found = heading.test(line) ? label.exec(line) : null
  return found === null || found.index > maxBefore ? undefined : labelOf(found)
}

function labelOf([, kind = '', number = '']: RegExpExecArray): Label {
  return { kind: kind.toLowerCase(), name: `${kind.toLowerCase()} ${number}` }
}
