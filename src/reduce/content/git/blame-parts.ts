/** `git blame`: lines that one commit wrote are together below it. */
import { counted } from '../counted.ts'
import type { Part } from '../parts.ts'

/** `^3f2a9c1b src/a.ts (Anna Lee 2026-03-01 10:00:00 +0100  12) code` */
const blame =
  /^(\^?[0-9a-f]{7,40}) (?:[^\s(]{1,200} {1,40})?\((.{1,80}?) {1,60}(\d{4}-\d\d-\d\d)(?: \d\d:\d\d:\d\d [+-]\d{4})? {1,12}(\d{1,7})\) ?/

export function isBlameLine(line: string): boolean {
  return blame.test(line.slice(0, 400))
}

/** Returns the index after the lines of the same commit. */
export function blameRun(parts: Part[], lines: readonly string[], first: number): number {
  const [, hash = '', author = '', date = '', number = ''] = blame.exec(lines[first] ?? '') ?? []
  let end = first + 1
  while (end < lines.length && lines[end]?.startsWith(`${hash} `) === true && isBlameLine(lines[end] ?? ''))
    end += 1
  const head = parts.length
  const count = end - first
  parts.push({
    first,
    end: first,
    value: 'useful',
    statement: `${hash} (${author.trim()}, ${date}): ${counted(count, 'line')} from ${number}`,
  })
  for (let at = first; at < end; at += 1) {
    const line = lines[at] ?? ''
    const found = blame.exec(line)
    const code = line.slice(found?.[0].length ?? 0)
    parts.push({
      first: at,
      end: at + 1,
      value: code.trim() === '' ? 'noise' : 'plain',
      under: head,
      statement: `${found?.[4] ?? ''} ${code}`.trimEnd(),
    })
  }
  return end
}
