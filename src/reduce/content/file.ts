/** A file, or lines of one, as a tool or a command showed it: a line about the file, then its content by kind. */
import { wordGroups, wordSet } from '../../scan/vocabulary/word-set.ts'
import type { Role } from '../../types.ts'
import { keyLine } from '../key-line.ts'
import { sizeName } from '../pieces/byte-size.ts'
import { counted } from '../pieces/counted.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { isBlankLine, type Part, piecesOf } from '../pieces/parts.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import { codeParts } from './code/code-parts.ts'
import type { LanguageName } from './code/language.ts'
import { fileEnding, languageNamed, languageOfLines, languageOfName } from './code/language-of.ts'
import type { Content, ContentSource } from './content.ts'
import { diffParts, isMostlyDiff } from './diff.ts'
import { numberedLines } from './file/numbered-lines.ts'
import { type ShownFile, shownFile } from './file/shown-file.ts'
import { markdownParts } from './markdown/markdown-parts.ts'
import { proseParts } from './prose.ts'

export const file: Content = {
  name: 'file',
  isFirstForPaths: true,
  fits,
  pieces(text, source) {
    const lines = text.split('\n')
    const file = readFile(lines, source)
    const head: readonly Part[] = [
      { first: 0, end: 0, value: 'useful', statement: pointer(file), isTitle: true },
      ...frameParts(lines, 0, file.first),
    ]
    const content = filePartsOf(file.content, file.kind, source.role).map(part =>
      moved(part, file.first, head.length),
    )
    const parts = [...head, ...content, ...frameParts(lines, file.end, lines.length)]
    const { lengths } = file
    return piecesOf(text, lines, parts, lengths === undefined ? undefined : line => lengths[line] ?? 0)
  },
}

/** `[File: src/a.ts, lines 10-60, typescript, 2.1 kB]`: describes what is shown, or the file if all of it is shown. */
export function pointerLine(text: string, source: ContentSource): string {
  return pointer(readFile(text.split('\n'), source))
}

interface ReadFile {
  readonly path: string | undefined
  /** Lines of the text that belong to the file: from `first` to `end`. */
  readonly first: number
  readonly end: number
  readonly content: readonly string[]
  readonly kind: FileKind
  readonly lengths?: Uint8Array
  readonly firstLine: number | undefined
  readonly lastLine: number | undefined
  readonly isWhole: boolean
}

const sampleLength = 6000
/** Other kinds handle these better, if they have no line numbers. */
const otherEndings = /\.(?:log|csv|tsv|jsonl|ndjson|html?|xml|svg|lock|diff|patch|snap)$/i
const fileKinds = wordSet('code markdown prose other listing table search')
const minLines = 2

function fits({ text, source }: SourcedText): boolean {
  const isCut = text.length > sampleLength
  const sample = text.slice(0, sampleLength).split('\n')
  const numbered = numberedLines(isCut ? sample.slice(0, -1) : sample)
  if (numbered !== undefined) return numbered.jumps * 20 <= numbered.end - numbered.first
  const shown = source.isError === true ? undefined : shownFile(source)
  return (
    shown !== undefined &&
    sample.length >= minLines &&
    fileKinds.has(source.kind) &&
    !otherEndings.test(shown.path)
  )
}

function readFile(lines: readonly string[], source: ContentSource): ReadFile {
  const shown = shownFile(source)
  const numbered = numberedLines(lines)
  if (numbered === undefined) return plainFile(lines, source, shown)
  const { first, end, firstNumber, lastNumber, lengths } = numbered
  const content: string[] = []
  for (let at = first; at < end; at += 1) content.push((lines[at] as string).slice(lengths[at]))
  const path = source.path ?? shown?.path ?? pathInFrame(lines, first)
  const isWhole = shown?.isWhole === true && firstNumber === 1
  return {
    ...{ path, first, end, content, lengths, isWhole },
    kind: fileKind(path, content),
    firstLine: firstNumber,
    lastLine: lastNumber,
  }
}

function plainFile(lines: readonly string[], source: ContentSource, shown: ShownFile | undefined): ReadFile {
  const first = frameHeadEnd(lines)
  const end = Math.max(first, reminderStart(lines))
  const content = lines.slice(first, end)
  const path = source.path ?? shown?.path ?? pathInFrame(lines, first)
  const firstLine = shown?.firstLine
  return {
    ...{ path, first, end, content, firstLine, isWhole: shown?.isWhole === true },
    kind: fileKind(path, content),
    lastLine: firstLine === undefined ? undefined : firstLine + lineCount(content) - 1,
  }
}

/** As `wc -l` counts: an empty rest after the last line break is not a line. */
function lineCount(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}

function pointer({ path, content, kind, firstLine, lastLine, isWhole }: ReadFile): string {
  const isKnown = firstLine !== undefined && lastLine !== undefined && lastLine >= firstLine
  const range = isKnown && !isWhole ? `lines ${firstLine}-${lastLine}` : counted(lineCount(content), 'line')
  const language = kind === 'generic' || kind === 'lines' || kind === 'settings' ? [] : [kind]
  return `[File: ${[path ?? 'name unknown', range, ...language, sizeOf(content)].join(', ')}]`
}

function sizeOf(lines: readonly string[]): string {
  return sizeName(Buffer.byteLength(lines.join('\n')))
}

/** Parts without a parent are under the line about the file. */
function moved(part: Part, lines: number, parts: number): Part {
  const first = part.first + lines
  const end = part.end + lines
  if (part.value === 'noise') return { ...part, first, end }
  return { ...part, first, end, under: part.under === undefined ? 0 : part.under + parts }
}

/** `Here's the result of running `cat -n` on /a/b.ts:`, `[File: /a/b.ts (42 lines total)]`, `<path>/a/b.ts</path>` */
const namedFile =
  /(?:`cat -n` on (?:a snippet of )?|^\[File: |<path>|<file path="|^The file )([^\s<>"`[\]()]{1,400}?)(?::?\s{0,4}$|[\s<>"()])/

/** The path that a line before the file names. */
function pathInFrame(lines: readonly string[], end: number): string | undefined {
  for (let at = 0; at < Math.min(end, 12); at += 1) {
    const path = namedFile.exec((lines[at] as string).slice(0, 500))?.[1]
    if (path !== undefined) return path
  }
  return undefined
}

function frameParts(lines: readonly string[], from: number, to: number): readonly Part[] {
  const parts: Part[] = []
  let isReminder = false
  for (let first = from; first < to; first += 1) {
    const line = lines[first] as string
    if (line.startsWith('<system-reminder>')) isReminder = true
    const value = isReminder || isBlankLine(line) ? 'noise' : (frameValue(line) ?? 'useful')
    parts.push({ first, end: first + 1, value })
    if (line.endsWith('</system-reminder>')) isReminder = false
  }
  return parts
}

const maxFrameLines = 10

/** How many lines at the beginning of an output without numbers come from the shell. */
function frameHeadEnd(lines: readonly string[]): number {
  let end = 0
  while (end < Math.min(lines.length, maxFrameLines) && frameValue(lines[end] as string) !== undefined)
    end += 1
  return end
}

const maxReminderLength = 60

/** The start of a reminder that the agent's host appended to the file. */
function reminderStart(lines: readonly string[]): number {
  const from = Math.max(0, lines.length - maxReminderLength)
  for (let at = from; at < lines.length; at += 1)
    if ((lines[at] as string).startsWith('<system-reminder>')) return at
  return lines.length
}

/** Splits the lines of a file into parts, by the kind of file. */
type FileKind = LanguageName | 'markdown' | 'diff' | 'text' | 'lines'

const kindOfEnding: ReadonlyMap<string, FileKind> = wordGroups({
  markdown: 'md mdx mdc markdown rst',
  text: 'txt',
  lines: 'log csv tsv jsonl ndjson',
})

const maxLines = 80
const minMarks = 2
const markdownMark = /^(?:#{1,6} \S|```|- \*\*)/

function fileKind(path: string | undefined, lines: readonly string[]): FileKind {
  const known =
    path === undefined ? undefined : (kindOfEnding.get(fileEnding(path)) ?? languageOfName(path)?.name)
  if ((known === undefined || known === 'text' || known === 'lines') && isMostlyDiff(lines)) return 'diff'
  if (known !== undefined) return known
  const { name } = languageOfLines(lines)
  const marks = lines.slice(0, maxLines).filter(line => markdownMark.test(line)).length
  return name === 'generic' && marks >= minMarks ? 'markdown' : name
}

function filePartsOf(lines: readonly string[], kind: FileKind, role: Role): readonly Part[] {
  switch (kind) {
    case 'markdown':
      return markdownParts(lines, role)
    case 'diff':
      return diffParts(lines)
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
