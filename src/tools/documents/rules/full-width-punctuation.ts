/** Writes full-width punctuation in its narrow form, line by line, if that costs fewer tokens; usually it does not. */
import type { MarkdownDocument } from './markdown-document.ts'
import { frozenUnits } from './markdown-document.ts'
import type { Rule, RuleSettings } from './rule.ts'
import { editedLines, editedText, type TextEdit } from './text-edits.ts'

const narrow: ReadonlyMap<string, string> = new Map([
  ['，', ','],
  ['。', '.'],
  ['！', '!'],
  ['？', '?'],
  ['；', ';'],
  ['：', ':'],
  ['（', '('],
  ['）', ')'],
])
const wide = /[，。！？；：（）]/g

export const fullWidthPunctuation: Rule = {
  name: 'full-width-punctuation',
  apply(document, settings) {
    if (document.text.search(wide) < 0) return undefined
    const units = frozenUnits(document)
    const frozen = (at: number): boolean => units[at] === 1
    const edits = document.lines.flatMap((_, line) =>
      document.isFrozen(line) ? [] : lineEdits(document, line, frozen, settings),
    )
    if (edits.length === 0) return undefined
    return editedLines(document, edits, 'full-width-punctuation', 'the narrow form costs fewer tokens')
  },
}

function lineEdits(
  document: MarkdownDocument,
  line: number,
  frozen: (at: number) => boolean,
  { count }: RuleSettings,
): readonly TextEdit[] {
  const text = document.lines[line]?.text ?? ''
  const start = document.starts[line] ?? 0
  const edits: TextEdit[] = []
  for (const { 0: mark, index } of text.matchAll(wide)) {
    if (frozen(start + index) || isBound(text, index)) continue
    edits.push({ line, from: start + index, to: start + index + 1, text: narrow.get(mark) ?? mark })
  }
  if (edits.length === 0) return []
  return count(text) > count(editedText(text, start, edits)) ? edits : []
}

/**
 * Between two numbers or words the mark would join them, next to a bracket it could make a link; `.md` is not the end of a
 * sentence.
 */
function isBound(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const behind = text.charAt(at + 1)
  if (/[[\]!*_`<>\\()]/.test(before) || /[[\]!*_`<>\\()]/.test(behind)) return true
  return /[A-Za-z0-9]/.test(behind) && (text.charAt(at) === '。' || /[A-Za-z0-9]/.test(before))
}
