/** A fence of Markdown: whole where it is short, else as the code that it holds. */
import { codeParts } from '../code/code-parts.ts'
import { languageOfLines, languageOfName } from '../code/language-of.ts'
import type { Part } from '../parts.ts'
import type { FencedLines } from './fenced-lines.ts'

const maxLines = 14
const maxCharacters = 600

/** `index` is that of the first part in the whole. */
export function codeBlockParts(
  lines: readonly string[],
  { first, end, info, closed }: FencedLines,
  under: number | undefined,
  index: number,
): readonly Part[] {
  const above = under === undefined ? {} : { under }
  if (isShort(lines, first, end)) return [{ first, end, value: 'plain', ...above }]
  const inner = lines.slice(first + 1, closed ? end - 1 : end)
  const language = languageOfName(info.split(/[\s,{]/, 1)[0] ?? '') ?? languageOfLines(inner)
  const parts = codeParts(inner, language).map(
    (part): Part => ({
      ...part,
      first: part.first + first + 1,
      end: part.end + first + 1,
      // What an example defines is not what the document is about.
      value: part.value === 'key' ? 'useful' : part.value,
      under: part.under === undefined ? index : part.under + index + 1,
    }),
  )
  const opening: Part = { first, end: first + 1, value: 'plain', ...above }
  return closed ? [opening, ...parts, { first: end - 1, end, value: 'noise' }] : [opening, ...parts]
}

function isShort(lines: readonly string[], first: number, end: number): boolean {
  if (end - first > maxLines) return false
  let characters = 0
  for (let at = first; at < end; at += 1) characters += (lines[at] as string).length + 1
  return characters <= maxCharacters
}
