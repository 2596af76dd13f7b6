/** Numbered sections of a document beside those that a request names: `specifically Task 4` leaves Task 5 to another time. */

/** `## Task 4: Wire it`, `### Phase 2`; not `## 4. Wire it`: a number alone names nothing. */
const label =
  /^\s{0,3}(#{1,6}) [^\n]{0,20}?\b(task|phase|step|section|part|milestone|stage|chapter|epic|story|work package|wp|pr) ?#?(\d{1,3}(?:\.\d{1,3}){0,2})\b/i
const heading = /^\s{0,3}(#{1,6}) /

/** 1 for each line of such a section; none where the request names no section of the document. */
export function otherSections(lines: readonly string[], request: string): Uint8Array {
  const others = new Uint8Array(lines.length)
  const labels = lines.map(line => label.exec(line))
  const names = new Set(labels.flatMap(found => (found === null ? [] : [nameOf(found)])))
  const said = request.toLowerCase()
  const named = new Set([...names].filter(name => speaksOf(said, name)))
  if (named.size === 0 || named.size === names.size) return others
  /** The level of the section that a line is in; 0 where it is no other one. */
  let level = 0
  for (const [at, line] of lines.entries()) {
    const own = heading.exec(line)?.[1]?.length
    if (own !== undefined && (level === 0 || own <= level)) {
      const found = labels[at]
      level = found == null || named.has(nameOf(found)) ? 0 : own
    }
    others[at] = Number(level > 0)
  }
  return others
}

function nameOf([, , kind = '', number = '']: RegExpExecArray): string {
  return `${kind.toLowerCase()} ${number}`
}

/** Whether the text has the name as a whole: `task 4`, not `task 41`. */
function speaksOf(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    if (!/^(?:\d|\.\d)/.test(text.slice(end, end + 2))) return true
  }
  return false
}
