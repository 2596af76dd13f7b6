/** The lines of a file as parts, by what kind of file it is. */
import type { Role } from '../../../types.ts'
import { keyLine } from '../../key-lines.ts'
import { codeParts } from '../code/code-parts.ts'
import type { LanguageName } from '../code/language.ts'
import { endingOf, languageNamed, languageOfLines, languageOfName } from '../code/language-of.ts'
import { markdownParts } from '../markdown/markdown-parts.ts'
import { isBlankLine, type Part } from '../parts.ts'
import { proseParts } from '../prose.ts'

export type FileKind = LanguageName | 'markdown' | 'text' | 'lines'

const kindOfEnding: Readonly<Record<string, FileKind>> = {
  md: 'markdown',
  mdx: 'markdown',
  mdc: 'markdown',
  markdown: 'markdown',
  rst: 'markdown',
  txt: 'text',
  log: 'lines',
  csv: 'lines',
  tsv: 'lines',
  jsonl: 'lines',
  ndjson: 'lines',
}

const maxLines = 80
const fewestMarks = 2
const markdownMark = /^(?:#{1,6} \S|```|- \*\*)/

export function fileKind(path: string | undefined, lines: readonly string[]): FileKind {
  const known = path === undefined ? undefined : (kindOfEnding[endingOf(path)] ?? languageOfName(path)?.name)
  if (known !== undefined) return known
  const { name } = languageOfLines(lines)
  const marks = lines.slice(0, maxLines).filter(line => markdownMark.test(line)).length
  return name === 'generic' && marks >= fewestMarks ? 'markdown' : name
}

export function filePartsOf(lines: readonly string[], kind: FileKind, role: Role): readonly Part[] {
  switch (kind) {
    case 'markdown':
      return markdownParts(lines, role)
    case 'text':
      return proseParts(lines, role)
    case 'lines':
      return lines.map((line, first) => ({ first, end: first + 1, value: lineValue(line, role) }))
    default:
      return codeParts(lines, languageNamed(kind))
  }
}

function lineValue(line: string, role: Role): Part['value'] {
  if (isBlankLine(line)) return 'noise'
  return keyLine(line, role) === undefined ? 'plain' : 'key'
}
