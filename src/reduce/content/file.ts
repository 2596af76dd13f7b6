/** A file, or lines of one, as a tool or a command showed it: a line about the file, then its content by kind. */

import { sizeName } from './byte-size.ts'
import type { Content, Source } from './content.ts'
import { frameHeadEnd, frameParts, pathInFrame, reminderStart } from './file/file-frame.ts'
import { type FileKind, fileKind, filePartsOf } from './file/file-parts.ts'
import { numberedLines } from './file/line-numbers.ts'
import { type ShownFile, shownFile } from './file/shown-file.ts'
import type { Look } from './look.ts'
import { type Part, piecesOf } from './parts.ts'

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
    return piecesOf(lines, parts, lengths === undefined ? undefined : line => lengths[line] ?? 0)
  },
}

/** `[File: src/a.ts, lines 10-60, typescript, 2.1 kB]`: true of what is shown, and of the file where it is all shown. */
export function pointerLine(text: string, source: Source): string {
  return pointer(readFile(text.split('\n'), source))
}

interface ReadFile {
  readonly path: string | undefined
  /** Lines of the text that are the file's: from `first` to `end`. */
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
/** Others know better what to do with these, where they carry no numbers. */
const otherEndings = /\.(?:log|csv|tsv|jsonl|ndjson|html?|xml|svg|lock|diff|patch|snap)$/i
const fileKinds: ReadonlySet<Source['kind']> = new Set([
  'code',
  'markdown',
  'prose',
  'other',
  'listing',
  'table',
  'search',
])
const fewestLines = 2

function fits({ text, source }: Look): boolean {
  const isCut = text.length > sampleLength
  const sample = text.slice(0, sampleLength).split('\n')
  const numbered = numberedLines(isCut ? sample.slice(0, -1) : sample)
  if (numbered !== undefined) return numbered.jumps * 20 <= numbered.end - numbered.first
  const shown = source.isError === true ? undefined : shownFile(source)
  return (
    shown !== undefined &&
    sample.length >= fewestLines &&
    fileKinds.has(source.kind) &&
    !otherEndings.test(shown.path)
  )
}

function readFile(lines: readonly string[], source: Source): ReadFile {
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

function plainFile(lines: readonly string[], source: Source, shown: ShownFile | undefined): ReadFile {
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

/** As `wc -l` counts: what follows the last line break is no line where it is empty. */
function lineCount(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}

function pointer({ path, content, kind, firstLine, lastLine, isWhole }: ReadFile): string {
  const count = lineCount(content)
  const isKnown = firstLine !== undefined && lastLine !== undefined && lastLine >= firstLine
  const range =
    isKnown && !isWhole ? `lines ${firstLine}-${lastLine}` : `${count} line${count === 1 ? '' : 's'}`
  const language = kind === 'generic' || kind === 'lines' || kind === 'settings' ? [] : [kind]
  return `[File: ${[path ?? 'name unknown', range, ...language, sizeOf(content)].join(', ')}]`
}

function sizeOf(lines: readonly string[]): string {
  return sizeName(Buffer.byteLength(lines.join('\n')))
}

/** What has nothing else above it is under the line about the file. */
function moved(part: Part, lines: number, parts: number): Part {
  const first = part.first + lines
  const end = part.end + lines
  if (part.value === 'noise') return { ...part, first, end }
  return { ...part, first, end, under: part.under === undefined ? 0 : part.under + parts }
}
