/** Commits, one after the other, in any of the forms that `git log` prints. */
import { frameValue } from '../../pieces/output-frame.ts'
import type { Part } from '../../pieces/parts.ts'
import { severityOf } from '../../pieces/severity.ts'
import type { PieceValue } from '../content.ts'

const fullCommit = /^(?:[*|/\\ ]{0,40})commit ([0-9a-f]{7,64})\b/
/** `3f2a9c1 subject`, with the lines of `--graph` and the names of `--decorate`. */
const shortCommit = /^[*|/\\ ]{0,40}([0-9a-f]{7,40})(?:\t\S+)? \S/
/** `path | 12 ++--`, ` 3 files changed, 5 insertions(+)`, ` create mode 100644 x` */
const statLine = /^ .{1,300} \| {1,20}(?:\d{1,9}|Bin)(?:$| )/
const statTotal = /^ \d+ files? changed/
const field =
  /^[*|/\\ ]{0,40}(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|tree|parent|author|committer|gpgsig|Reflog|Reflog message):? /
/** The lines of a message are indented by four spaces. */
const message = /^[*|/\\ ]{0,40} {4}\S/

export function isCommitLine(line: string): boolean {
  return (
    fullCommit.test(line) || (shortCommit.test(line) && /[a-f]/.test(line) && /\d/.test(line.slice(0, 60)))
  )
}

export function isStatLine(line: string): boolean {
  return statLine.test(line) || statTotal.test(line)
}

/** Parts for lines with commits; `offset` is the number of parts before them. */
export function logParts(lines: readonly string[], offset: number): readonly Part[] {
  const parts: Part[] = []
  let commit: number | undefined
  let commits = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (fullCommit.test(line)) {
      const end = headEnd(lines, at)
      commit = offset + parts.length
      commits += 1
      parts.push({ first: at, end, value: commitValue(commits), statement: commitText(lines, at, end) })
      at = end
    } else if (isCommitLine(line)) {
      commit = offset + parts.length
      commits += 1
      parts.push({ first: at, end: at + 1, value: commitValue(commits) })
      at += 1
    } else {
      parts.push({
        first: at,
        end: at + 1,
        value: lineValue(line, commit !== undefined),
        ...(commit !== undefined && { under: commit }),
      })
      at += 1
    }
  }
  return parts
}

/** The latest commits come first; this many are more valuable. */
const latest = 12

function commitValue(count: number): PieceValue {
  return count <= latest ? 'useful' : 'plain'
}

/** The position after the fields of a commit and the first line of its message. */
function headEnd(lines: readonly string[], commit: number): number {
  let at = commit + 1
  while (at < lines.length && field.test(lines[at] ?? '')) at += 1
  if (/^[*|/\\ ]*$/.test(lines[at] ?? 'x') && at < lines.length - 1 && message.test(lines[at + 1] ?? ''))
    at += 2
  return at
}

/** `3f2a9c1b subject (Anna, Wed Jul 1 15:44:05 2026 +1000)` */
function commitText(lines: readonly string[], first: number, end: number): string {
  const head = lines.slice(first, end)
  const hash = fullCommit.exec(head[0] ?? '')?.[1] ?? ''
  const fieldOf = (name: string): string | undefined =>
    head
      .find(line => line.includes(name))
      ?.replace(/^.{0,60}?: {1,8}/, '')
      .trim()
  const author = fieldOf('Author: ')?.replace(/ <[^<>]{0,200}>$/, '')
  const date = fieldOf('Date: ')
  const merge = fieldOf('Merge: ')
  const last = head.at(-1) ?? ''
  const subject = head.length > 1 && !field.test(last) ? last.replace(/^[*|/\\ ]{0,60}/, '').trim() : ''
  const names = /\(([^()]{1,300})\)$/.exec(head[0] ?? '')?.[1]
  const about = [author, date, merge === undefined ? undefined : `merge of ${merge}`, names]
  return [
    hash.slice(0, 12),
    subject,
    `(${about.filter(text => text !== undefined && text !== '').join(', ')})`,
  ]
    .filter(text => text !== '' && text !== '()')
    .join(' ')
}

function lineValue(line: string, isInCommit: boolean): PieceValue {
  if (/^[*|/\\ ]*$/.test(line)) return 'noise'
  if (statTotal.test(line)) return 'key'
  if (statLine.test(line)) return 'plain'
  const frame = frameValue(line)
  if (frame !== undefined) return frame
  // A message may mention errors that the commit fixes.
  if (isInCommit) return 'plain'
  return severityOf(line) === undefined ? 'useful' : 'key'
}
