/** Whether a comment goes on with the sentence of the comment above it: `// Reads the rows that` and `// the export has.` */

const words = /^\s{0,80}(?:\/\/[/!]?|\*|#|--|;|%)\s{1,4}([^\s].{0,200})/
const begins = /^[a-z(]/
const ends = /[.:;!?)>}]\s{0,4}$/

export function continuesComment(above: string, line: string): boolean {
  const said = words.exec(line)?.[1]
  if (said === undefined || !begins.test(said)) return false
  const before = words.exec(above)?.[1]
  return before !== undefined && !ends.test(before) && /\s/.test(before.trim())
}
