/** The paragraphs of a person's message, and whether a program printed them. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { fences } from '../fences.ts'
import * as line from '../kind/content-lines.ts'
import { sampleOf } from '../kind/content-sample.ts'
import { isJson, looksEncoded } from '../kind/content-shapes.ts'
import { atEnd, both, type KindTest, minShare, not, some } from '../kind/kind-tests.ts'
import { type Line, linesOf } from '../lines.ts'
import type { Span } from '../span.ts'

/** Shorter texts of one line are a person's. */
export const minLines = 2

export interface Paragraph extends Span {
  readonly lines: readonly Line[]
  readonly isPasted: boolean
  /** Between fences, which say where it ends. */
  readonly isFenced: boolean
}

export function paragraphsOf(text: string): readonly Paragraph[] {
  const blocks = fences(text)
  const paragraphs: Paragraph[] = []
  let lines: Line[] = []
  let next = 0
  const close = (isFenced: boolean): void => {
    const [first] = lines
    if (first !== undefined) {
      const end = (lines.at(-1) as Line).end
      const isPasted = isFenced || isPrinted(text, lines, end)
      paragraphs.push({ start: first.start, end, lines, isPasted, isFenced })
    }
    lines = []
  }
  for (const line of linesOf(text)) {
    while ((blocks[next]?.end ?? text.length) <= line.start && next < blocks.length) {
      close((blocks[next]?.start ?? 0) === lines[0]?.start && lines.length > minLines)
      next += 1
    }
    const block = blocks[next]
    const isFenced = block !== undefined && block.start <= line.start
    if (isFenced && block.start === line.start) close(false)
    if (!isFenced && line.text.trim() === '') close(false)
    else lines.push(line)
  }
  const last = blocks[next]
  close(last !== undefined && last.start === lines[0]?.start && lines.length > minLines)
  return paragraphs
}

const padding = /\S {3,200}$/
/** Lines from which a text counts as program output or a file. A few lines of a person's read like a list, or words between tags. */
const printedRows: readonly { readonly lines: number; readonly test: KindTest }[] = [
  { lines: 3, test: ({ isNumbered }) => isNumbered },
  { lines: 3, test: both(some(line.hunkLine), minShare(0.75, line.diffLine)) },
  { lines: 3, test: minShare(0.6, line.jsonLogLine) },
  { lines: 3, test: isJson },
  { lines: 3, test: looksEncoded },
  { lines: 3, test: minShare(0.2, line.testLine, 2) },
  { lines: 3, test: both(atEnd(line.testSummary), not(some(line.markdownOnly))) },
  { lines: 3, test: minShare(0.5, line.tickLine, 3) },
  { lines: 3, test: both(some(line.frameLine), minShare(0.3, line.traceLine, 2)) },
  { lines: 3, test: minShare(0.6, line.searchLine, 2) },
  { lines: 4, test: minShare(0.3, line.buildLine) },
  { lines: 4, test: minShare(0.4, line.logLine, 2) },
  { lines: 4, test: minShare(0.7, line.commitLine, 2) },
  { lines: 4, test: minShare(0.7, line.listingLine, 2) },
  { lines: 4, test: minShare(0.7, line.tableLine, 2) },
  { lines: 4, test: both(minShare(0.5, line.codeLine, 2), not(some(line.markdownOnly))) },
  { lines: 6, test: minShare(0.6, line.tagLine) },
]

function isPrinted(text: string, lines: readonly Line[], end: number): boolean {
  if (lines.some(line => screenLine.test(line.text) || promptLine.test(line.text))) return true
  if (lines.every(line => line.text.startsWith('>'))) return lines.length >= minLines
  // Agents print their words indented; people do not type so.
  if (end - (lines[0] as Line).start >= minIndentedLength && lines.every(line => line.text.startsWith('  ')))
    return true
  if (lines.filter(line => padding.test(line.text)).length >= Math.max(2, lines.length / 2)) return true
  if (lines.filter(line => numberedChange.test(line.text)).length >= minLines) return true
  if (hasRepeatedLine(lines) || lines.some(each => isJsonLine(each.text))) return true
  // People do not begin to type with the time of day.
  if (lines.length >= minLines && isStamped((lines[0] as Line).text)) return true
  if (lines.length <= minLines || isOwnList(lines)) return false
  const sample = sampleOf(text.slice((lines[0] as Line).start, end))
  return printedRows.some(row => lines.length >= row.lines && row.test(sample))
}

function isStamped(text: string): boolean {
  line.logLine.lastIndex = 0
  return /^\W?\d/.test(text) && line.logLine.test(text.slice(0, 400))
}

/** `Key files:` */
const titleOfItems = lazyPattern(String.raw`^\p{L}.{0,200}:\s{0,4}$`, 'u')

/** `Key files:` above items: a person lists them. */
function isOwnList(lines: readonly Line[]): boolean {
  const [first, ...items] = lines
  return (
    first !== undefined &&
    titleOfItems(first.text).test(first.text) &&
    items.every(({ text }) => /^\s{0,4}[-*•] \S/.test(text))
  )
}

/** ` 296 +new line`: a change as agents show it. */
const numberedChange = /^\s{0,8}\d{1,6} {1,4}[+-]/
const minIndentedLength = 40

/** What shells and agents draw: signs of a screen, a prompt with its command, a line of equal signs. */
const screenLine = /^\s{0,40}[⏺⎿●✻✽⠁-⣿→❯➜]\s|[│┃╭╰├└┌╮╯┐┘┤]|[█▓▒░▕▏]{3}|[─━═]{8}|^={3,20} \S|^\$ \S/
/** `me@host:~/app$ ls`, `me@host app % ls`, `[10:34 main ~/app] ls`. */
export const promptLine: RegExp =
  /^[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n]{0,200}[$#%] |^(?:\[[^\]\n]{1,60}\] ){0,2}\[[^\]\n]{0,60}\d:\d\d[^\]\n]{0,60}[~/][^\]\n]{1,160}\]/

export function isMachineLine(text: string): boolean {
  return (
    screenLine.test(text) ||
    promptLine.test(text) ||
    isJsonLine(text) ||
    longWord.test(text) ||
    isLogLine(text)
  )
}

function isLogLine(text: string): boolean {
  return [line.frameLine, line.testLine, line.logLine, line.searchLine].some(pattern => {
    pattern.lastIndex = 0
    return pattern.test(text.slice(0, 400))
  })
}

const minJsonLength = 80

/** `Error: 400 {"type":"error",…`: an object as a program writes it, longer than anybody types. */
function isJsonLine(text: string): boolean {
  return text.length >= minJsonLength && /\{"[\w.-]{1,60}":/.test(text)
}

/** People do not type a line twice. */
function hasRepeatedLine(lines: readonly Line[]): boolean {
  return lines.some(({ text }, at) => text.trim().length > 10 && text === lines[at - 1]?.text)
}

/** A word without a space that is not typed by hand: a list of paths, a hash, an address with its parameters. */
export const longWord: RegExp = /[^\s]{100}/
