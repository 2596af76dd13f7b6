/** Lines on which a parser of Markdown would spend ever more time: crowds of marks, of items in items, of spaces. */

/** What opens or closes something inside a paragraph. */
const marks = /[*_[\]<>`~!]/g
const anyMark = /[*_[\]<>`~!+ \t-]/g
/** Begins a block of its own, so that marks before it pair with none behind it. */
const blockStart = /^\s{0,40}(?:[-+*>|]\s|\||#{1,6}\s|\d{1,9}[.)]\s)/
const maxMarks = 1500
/** `- - - - a`, `> > > > a`: each mark opens a block inside the one before. */
const nestedStarts = /^(?:\s{0,8}[-+*>]){60}/
const manySpaces = ' '.repeat(400)

/** The numbers of the lines that are not to be looked into. */
export function denseLines(lines: readonly string[]): ReadonlySet<number> {
  const dense = new Set<number>()
  let first = 0
  let count = 0
  const close = (end: number): void => {
    if (count > maxMarks) for (let at = first; at < end; at += 1) dense.add(at)
    first = end
    count = 0
  }
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || blockStart.test(line)) close(at)
    count += line.match(marks)?.length ?? 0
    if (line.includes(manySpaces) || nestedStarts.test(line)) dense.add(at)
  }
  close(lines.length)
  return dense
}

/** As long as the line, with nothing in it to parse; what it begins with stays. */
export function masked(line: string): string {
  const start = /^\s{0,40}(?:(?:[-+*>]|\d{1,9}[.)])\s{0,8}|#{1,6}\s|[`~]{3,20})?/.exec(line)?.[0].length ?? 0
  return line.slice(0, start) + line.slice(start).replace(anyMark, 'x')
}
