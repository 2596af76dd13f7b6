/** Small replacements within lines. */
import type { DocumentLine } from './document-lines.ts'
import type { MarkdownDocument } from './markdown-document.ts'
import type { Rewrite, RuleChange, RuleName } from './rule.ts'

/** `document.text.slice(from, to)`, within one line, becomes `text`. */
export interface TextEdit {
  readonly line: number
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Edits must be in order and must not overlap. Reports one change for each line. */
export function editedLines(
  document: MarkdownDocument,
  edits: readonly TextEdit[],
  rule: RuleName,
  reason: string,
): Rewrite {
  const lines = [...document.lines]
  const changes: RuleChange[] = []
  for (let at = 0; at < edits.length; ) {
    const { line } = edits[at] as TextEdit
    let end = at
    while (edits[end]?.line === line) end += 1
    const before = document.lines[line] as DocumentLine
    const after = editedText(before.text, document.starts[line] ?? 0, edits.slice(at, end))
    lines[line] = { ...before, text: after }
    changes.push({ rule, line: before.number, before: before.text, after, reason })
    at = end
  }
  return { lines, changes }
}

export function editedText(text: string, start: number, edits: readonly TextEdit[]): string {
  const parts: string[] = []
  let from = 0
  for (const edit of edits) {
    parts.push(text.slice(from, edit.from - start), edit.text)
    from = edit.to - start
  }
  parts.push(text.slice(from))
  return parts.join('')
}
