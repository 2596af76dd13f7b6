/** What a person sent but did not write: output, code and documents between their own words. */
import { fences } from '../fences.ts'
import * as line from '../kind/content-lines.ts'
import { sampleOf } from '../kind/content-sample.ts'
import { isEncoded, isJson } from '../kind/content-shapes.ts'
import { atEnd, both, type KindTest, most, not, some } from '../kind/kind-tests.ts'
import { type Line, linesOf } from '../lines.ts'
import type { Span } from '../span.ts'

/** Shorter texts of one line are a person's. */
const minLines = 2
const minQuoteLength = 150
const minAnnouncedLength = 60
/** A text of so many headings, and so long, was written before it was sent. */
const minHeadings = 3
const minDocumentLength = 1500

/** In order, without overlaps, each whole lines or a quotation. Where in doubt, the words are the person's. Linear. */
export function pastedParts(text: string): readonly Span[] {
  const document = documentIn(text)
  const own = document === undefined ? text : text.slice(0, document.start)
  const found = [...printedParts(own), ...quotations(own), ...(document === undefined ? [] : [document])]
  const parts: Span[] = []
  for (const part of found.sort((one, other) => one.start - other.start))
    if (part.start >= (parts.at(-1)?.end ?? 0)) parts.push(part)
  return parts
}

const heading = /^#{1,6} \S/

/** From its first heading to the end of the text. */
function documentIn(text: string): Span | undefined {
  if (text.length < minDocumentLength || !text.includes('# ')) return undefined
  const blocks = fences(text)
  let next = 0
  const headings = linesOf(text).filter(({ start, text: line }) => {
    while ((blocks[next]?.end ?? text.length) <= start) next += 1
    const isFenced = (blocks[next]?.start ?? text.length) <= start
    return !isFenced && heading.test(line)
  })
  const [first] = headings
  return first === undefined || headings.length < minHeadings || text.length - first.start < minDocumentLength
    ? undefined
    : { start: first.start, end: text.length }
}

interface Paragraph extends Span {
  readonly lines: readonly Line[]
  readonly isPasted: boolean
  /** Between fences, which say where it ends. */
  readonly isFenced: boolean
}

function printedParts(text: string): readonly Span[] {
  const paragraphs = paragraphsOf(text)
  const isMostlyPrinted = hasMuchPrinted(text, paragraphs)
  const parts: Span[] = []
  let isBridge = false
  for (const [at, paragraph] of paragraphs.entries()) {
    const before = paragraphs[at - 1]
    const isPasted =
      paragraph.isPasted ||
      (before !== undefined && isAnnounced(before, paragraph)) ||
      (isMostlyPrinted && !isRemark(paragraph, at === 0, parts.length === 0) && !isLastWord(paragraphs, at))
    const start = !isPasted
      ? startOfPrinted(paragraph)
      : isBridge
        ? paragraph.start
        : startOfPasted(paragraph)
    if (start === undefined) {
      isBridge &&= !addresses(paragraph)
      continue
    }
    const last = parts.at(-1)
    if (start === paragraph.start && isBridge && last !== undefined)
      parts[parts.length - 1] = { start: last.start, end: paragraph.end }
    else parts.push({ start, end: paragraph.end })
    isBridge = true
  }
  return parts
}

/** A text so long, of which so much was printed, is the output of something, with a remark above or below it. */
const minPrintedLength = 2000
const minPrintedLines = 25
const minPrintedShare = 0.3

function hasMuchPrinted(text: string, paragraphs: readonly Paragraph[]): boolean {
  if (text.length < minPrintedLength) return false
  const lines = paragraphs.reduce((count, paragraph) => count + paragraph.lines.length, 0)
  const printed = paragraphs.reduce(
    (length, { isPasted, isFenced, start, end }) => length + (isPasted && !isFenced ? end - start : 0),
    0,
  )
  return lines >= minPrintedLines && printed >= minPrintedShare * text.length
}

const longestRemark = 3
const remarkStart =
  /^(?:i|i['’]m|we|and|but|so|also|then|now|here|this|that|it|can|could|please|why|what|how|is|are|does|do|should|let['’]?s|fix|ok|hmm?|no|yes)\b/

/** What a person says around outputs: a line or two that begin in lower case or ask, and a list above them. */
function isRemark({ lines }: Paragraph, isFirst: boolean, isAbove: boolean): boolean {
  const hasList = isAbove && lines.some(({ text }) => listMark.test(text))
  if (hasList) return !lines.some(({ text }) => isMachineLine(text))
  if (lines.length > longestRemark) return false
  const said = (lines[0] as Line).text.trim()
  return isFirst || remarkStart.test(said) || /[?？]$/.test((lines.at(-1) as Line).text.trim())
}

/** A last paragraph of nothing but words. */
function isLastWord(paragraphs: readonly Paragraph[], at: number): boolean {
  const { lines } = paragraphs[at] as Paragraph
  if (at < paragraphs.length - 1 || lines.length > longestRemark) return false
  return lines.every(({ text }) => /^[\p{L}'"(]/u.test(text) && !/[/\\{}<>=|$]/.test(text.slice(0, 400)))
}

/** A person's own lines may stand right above what they paste. */
const mostOwnLines = 2

function startOfPasted({ lines, start }: Paragraph): number {
  const machine = lines.findIndex(({ text }) => isMachineLine(text))
  const hasOwn = machine > 0 && machine <= mostOwnLines && /^[\p{L}]/u.test((lines[0] as Line).text)
  if (hasOwn) return (lines[machine] as Line).start
  const [first, second] = lines
  const isOwn = first !== undefined && second !== undefined && isRequestLine.test(first.text.trim())
  return isOwn ? second.start : start
}

const isRequestLine = /^(?:can|could|please|why|what|how|explain)\b/i

/** What shells and agents draw: signs of a screen, a prompt with its command, a line of equal signs. */
const isScreenLine =
  /^\s{0,40}[⏺⎿│┃╭╰├└┌●✻✽⠁-⣿→❯➜]\s|[─━═]{8}|^={3,20} \S|^\$ \S|^[\w.-]{1,40}@[\w.-]{1,60}:[^\n]{0,200}[$#] /

function isMachineLine(text: string): boolean {
  return isScreenLine.test(text) || isJsonLine(text) || longWord.test(text) || isLogLine(text)
}

function isLogLine(text: string): boolean {
  return [line.frameLine, line.testLine, line.logLine, line.searchLine].some(pattern => {
    pattern.lastIndex = 0
    return pattern.test(text.slice(0, 400))
  })
}

function paragraphsOf(text: string): readonly Paragraph[] {
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
/** What programs print, and files hold: from so many lines on. A few lines of a person's read like a list, or words between tags. */
const printedRows: readonly { readonly lines: number; readonly test: KindTest }[] = [
  { lines: 3, test: ({ isNumbered }) => isNumbered },
  { lines: 3, test: both(some(line.hunkLine), most(0.75, line.diffLine)) },
  { lines: 3, test: most(0.6, line.jsonLogLine) },
  { lines: 3, test: isJson },
  { lines: 3, test: isEncoded },
  { lines: 3, test: most(0.2, line.testLine, 2) },
  { lines: 3, test: both(atEnd(line.testSummary), not(some(line.markdownOnly))) },
  { lines: 3, test: most(0.5, line.tickLine, 3) },
  { lines: 3, test: both(some(line.frameLine), most(0.3, line.traceLine, 2)) },
  { lines: 3, test: most(0.6, line.searchLine, 2) },
  { lines: 4, test: most(0.3, line.buildLine) },
  { lines: 4, test: most(0.4, line.logLine, 2) },
  { lines: 4, test: most(0.7, line.commitLine, 2) },
  { lines: 4, test: most(0.7, line.listingLine, 2) },
  { lines: 4, test: most(0.7, line.tableLine, 2) },
  { lines: 4, test: both(most(0.5, line.codeLine, 2), not(some(line.markdownOnly))) },
  { lines: 6, test: most(0.6, line.tagLine) },
]

function isPrinted(text: string, lines: readonly Line[], end: number): boolean {
  if (lines.some(line => isScreenLine.test(line.text))) return true
  if (lines.every(line => line.text.startsWith('>'))) return lines.length >= minLines
  // Agents print their words indented; nobody types so.
  if (end - (lines[0] as Line).start >= minIndentedLength && lines.every(line => line.text.startsWith('  ')))
    return true
  if (lines.filter(line => padding.test(line.text)).length >= Math.max(2, lines.length / 2)) return true
  if (lines.filter(line => numberedChange.test(line.text)).length >= minLines) return true
  if (isReport(lines) || hasRepeatedLine(lines) || lines.some(each => isJsonLine(each.text))) return true
  if (lines.length <= minLines) return false
  const sample = sampleOf(text.slice((lines[0] as Line).start, end))
  return printedRows.some(row => lines.length >= row.lines && row.test(sample))
}

/** ` 296 +new line`: a change as agents show it. */
const numberedChange = /^\s{0,8}\d{1,6} {1,4}[+-]/
const minIndentedLength = 40
const minReportLength = 200
/** How a descriptive sentence begins. */
const describes =
  /^(?:The|This|That|These|When|If|In|On|An?|There|It|Both|Since|While|After|Before|Although|However|For|With) /
const namesCode =
  /`[^`\n]{2,80}`|\b[a-z]{1,40}[A-Z]\w|\b[A-Z][a-z]{1,40}[A-Z]\w|\w\.(?:go|ts|tsx|js|py|rs|java|rb|md|json|ya?ml|toml)\b|\b[a-z]{1,40}_[a-z]|\b[A-Z]{2,40}_[A-Z]|\w\(\)/
const speaks =
  /\b(?:i|i['’](?:m|d|ve|ll)|me|my|we|we['’](?:re|ve|d)|us|our|you|your|please|let['’]?s|must|never|do not|don['’]t|make sure|ensure|needs? to|required|want)\b|[?？]/i

/** A review comment or a bug report: it describes code, addresses nobody and demands nothing. */
function isReport(lines: readonly Line[]): boolean {
  const said = lines
    .map(({ text }) => text)
    .join(' ')
    .trim()
  return (
    said.length >= minReportLength &&
    describes.test(said) &&
    said.endsWith('.') &&
    namesCode.test(said) &&
    !speaks.test(said)
  )
}

const minJsonLength = 80

/** `Error: 400 {"type":"error",…`: an object as a program writes it, longer than anybody types. */
function isJsonLine(text: string): boolean {
  return text.length >= minJsonLength && /\{"[\w.-]{1,60}":/.test(text)
}

/** Nobody types a line twice. */
function hasRepeatedLine(lines: readonly Line[]): boolean {
  return lines.some(({ text }, at) => text.trim().length > 10 && text === lines[at - 1]?.text)
}

/** A word without a space that nobody types: a list of paths, a hash, an address with its parameters. */
const longWord = /[^\s]{100}/
const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/

/** Behind `fix:` and its like, on the lines below. */
function startOfPrinted({ lines }: Paragraph): number | undefined {
  const [first, ...rest] = lines
  if (first === undefined || rest.length < minLines || !/:\s{0,4}$/.test(first.text)) return undefined
  const isList = rest.some(line => listMark.test(line.text))
  return !isList && rest.some(line => longWord.test(line.text)) ? rest[0]?.start : undefined
}

/** What a person says of a text that follows. */
const announcing =
  /\b(?:feedback|comments?|review|errors?|output|logs?|issue|bug report|report|ticket|response|traceback|warning|(?:fix|address|resolve|got|get|see|explain|about) this)\b[^\n]{0,60}:\s{0,4}$/i

function isAnnounced(before: Paragraph, { lines, start, end }: Paragraph): boolean {
  if (
    before.isPasted ||
    end - start < minAnnouncedLength ||
    !announcing.test((before.lines.at(-1) as Line).text.slice(-200))
  )
    return false
  return (
    !lines.some(line => listMark.test(line.text)) && !isAddress.test(lines.map(line => line.text).join(' '))
  )
}

/** Whether somebody speaks to the agent. */
const isAddress = /\b(?:you|your|please|can we|could we|should we|let['’]s|i['’]m|i['’]d|we['’]re)\b/i

function addresses({ lines }: Paragraph): boolean {
  if (remarkStart.test((lines[0] as Line).text.trim())) return true
  return lines.some(({ text }) => isAddress.test(text.slice(0, 400)) || /[?？]\s{0,4}$/.test(text.slice(-8)))
}

const tripleQuote = '"""'

function tripleQuoted(text: string): readonly Span[] {
  const start = text.indexOf(`${tripleQuote}\n`)
  const end = text.lastIndexOf(`\n${tripleQuote}`)
  return start < 0 || end <= start ? [] : [{ start, end: end + tripleQuote.length + 1 }]
}

/** A long quotation inside a line, or between lines of quotation marks. */
function quotations(text: string): readonly Span[] {
  const parts: Span[] = [...tripleQuoted(text)]
  for (const { start, text: line } of linesOf(text)) {
    if (line.length < minQuoteLength) continue
    let open = line.indexOf('"')
    while (open >= 0) {
      const close = line.indexOf('"', open + 1)
      if (close < 0) break
      if (close - open > minQuoteLength) parts.push({ start: start + open, end: start + close + 1 })
      open = line.indexOf('"', close + 1)
    }
  }
  return parts
}
