/** What a person sent but did not write: output, code and documents between their own words. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { remembered } from '../../tokens/remembered.ts'
import { fences } from '../fences.ts'
import { type Line, linesOf } from '../lines.ts'
import type { Span } from '../span.ts'
import { isMachineLine, longWord, minLines, type Paragraph, paragraphsOf, promptLine } from './paragraphs.ts'
import { quotations } from './quotations.ts'

const minAnnouncedLength = 60
/** Headings and length from which a text was written before it was sent. */
const minHeadings = 3
const minDocumentLength = 1500

/** In order, without overlaps, each whole lines or a quotation. Where in doubt, the words are the person's. Linear. */
export const pastedParts: (text: string) => readonly Span[] = remembered(readPastedParts)

function readPastedParts(text: string): readonly Span[] {
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

function printedParts(text: string): readonly Span[] {
  const paragraphs = paragraphsOf(text)
  const isMostlyPrinted = hasMuchPrinted(text, paragraphs)
  const parts: Span[] = []
  let isBridge = false
  /** The words of another author, more than a paragraph. */
  let isQuoted = false
  let isAnnouncedQuote = false
  /** Below the prompt of a shell. */
  let isTerminal = false
  for (const [at, paragraph] of paragraphs.entries()) {
    const before = paragraphs[at - 1]
    const isShown = before !== undefined && isAnnounced(before, paragraph)
    const isBegun = isReport(paragraph.lines) || isRated(paragraphs, at)
    const goesOn: boolean =
      paragraph.isPasted ||
      (before !== undefined && endsInColon(before)) ||
      isJoint(paragraph) ||
      !(isOwn(paragraph) || isShortWord(paragraphs, at)) ||
      (isAnnouncedQuote && isEssay(paragraph))
    isAnnouncedQuote = isShown ? !isOutput(before, paragraph) : isAnnouncedQuote && goesOn
    isQuoted = isAnnouncedQuote || isBegun || (isQuoted && goesOn)
    isTerminal =
      paragraph.lines.some(({ text }) => promptLine.test(text)) ||
      (isTerminal &&
        (paragraph.isPasted || !(speaksUp(paragraph) || judges(paragraph) || isEssay(paragraph))))
    const isPasted =
      paragraph.isPasted ||
      isShown ||
      isTerminal ||
      (isQuoted && !isJoint(paragraph)) ||
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
    // Fences say themselves where they end.
    isBridge = !paragraph.isFenced
  }
  return parts
}

/** How a review tool rates what it found, on a line of its own below the title. */
const rating = /^(?:low|medium|high|critical|minor|major) (?:severity|priority)$/i

function isRated(paragraphs: readonly Paragraph[], at: number): boolean {
  const rates = ({ lines }: Paragraph): boolean =>
    lines.length === 1 && rating.test((lines[0] as Line).text.trim())
  const next = paragraphs[at + 1]
  return rates(paragraphs[at] as Paragraph) || (at === 0 && next !== undefined && rates(next))
}

/** What is shown is printed, or said to be: other words than it are around it. */
function isOutput(before: Paragraph, { isPasted }: Paragraph): boolean {
  const said = (before.lines.at(-1) as Line).text.slice(-200)
  return isPasted || /\b(?:errors?|output|logs?|traceback|warnings?|prints?)(?!\w)/i.test(said)
}

/** `The logic is the same:` has what is below it. */
function endsInColon({ lines }: Paragraph): boolean {
  return (lines.at(-1) as Line).text.trimEnd().endsWith(':')
}

const minEssayLength = 200
const startsWithCapital = lazyPattern(String.raw`^\p{Lu}`, 'u')
const startsWithLetter = lazyPattern(String.raw`^\p{L}`, 'u')
const startsAsWords = lazyPattern(String.raw`^[\p{L}'"(]`, 'u')

/** A long paragraph of whole sentences. */
function isEssay({ lines, start, end }: Paragraph): boolean {
  const { text: first } = lines[0] as Line
  const last = (lines.at(-1) as Line).text.trimEnd()
  return end - start >= minEssayLength && startsWithCapital(first).test(first) && /[.!”"]$/.test(last)
}

/** `this shouldn't be on one line`: what a person says of an output. */
function judges({ lines }: Paragraph): boolean {
  return lines.some(
    ({ text }) =>
      wordsStart(text).test(text) &&
      /\b(?:this|that|it|these|they) (?:should|shouldn['’]t|looks?|isn['’]t|aren['’]t|doesn['’]t|don['’]t)(?!\w)/i.test(
        text.slice(0, 400),
      ),
  )
}

const maxLastWordLength = 160

/** A sentence or two at the end. */
function isShortWord(paragraphs: readonly Paragraph[], at: number): boolean {
  const { start, end } = paragraphs[at] as Paragraph
  const before = paragraphs[at - 1]
  return (
    before !== undefined && !isJoint(before) && end - start <= maxLastWordLength && isLastWord(paragraphs, at)
  )
}

/** `and`, alone between two quotations. */
function isJoint({ lines }: Paragraph): boolean {
  return lines.length === 1 && /^(?:and|also|plus|or)[:,.]?$/i.test((lines[0] as Line).text.trim())
}

const firstPerson = /\b(?:i|i['’](?:m|d|ve|ll)|me|my|we|we['’](?:re|ve|d|ll)|us|our)(?!\w)/i
const asksFor =
  /^(?:fix|add|make|remove|delete|update|implement|write|use|run|check|look|change|move|create|investigate|please|can|could|should|do|don['’]t|go|let|try|explain|tell|show|address|resolve|rename|replace|refactor|revert|review|test|merge|commit|push|yes|no|ok|okay)(?!\w)/i

/** Programs begin lines with signs and blanks. */
const wordsStart = lazyPattern(String.raw`^(?:[\p{L}\p{N}"'\u201c(]|[-*\u2022] )`, 'u')

/** A paragraph behind a quotation in which the person speaks again. */
function isOwn(paragraph: Paragraph): boolean {
  return addresses(paragraph) || speaksUp(paragraph)
}

/** The same behind an output: programs say `you` and `your`, too. */
function speaksUp({ lines }: Paragraph): boolean {
  const said = (lines[0] as Line).text.trim()
  return asksFor.test(said) || remarkStart.test(said) || asksOrSays(lines, firstPerson)
}

/** Whether a line of words asks something, or says what the pattern looks for. */
function asksOrSays(lines: readonly Line[], pattern: RegExp): boolean {
  return lines.some(
    ({ text }) =>
      wordsStart(text).test(text) &&
      (pattern.test(text.slice(0, 400)) || /[?？]\s{0,4}$/.test(text.slice(-8))),
  )
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

const maxRemarkLength = 3
const remarkStart =
  /^(?:i|i['’]m|we|and|but|so|also|then|now|here|this|that|it|can|could|please|why|what|how|is|are|does|do|should|let['’]?s|fix|ok|hmm?|no|yes)(?!\w)/

/** What a person says around outputs: a line or two that begin in lower case or ask, and a list above them. */
function isRemark({ lines }: Paragraph, isFirst: boolean, isAbove: boolean): boolean {
  const hasList = isAbove && lines.some(({ text }) => listMark.test(text))
  if (hasList) return !lines.some(({ text }) => isMachineLine(text))
  if (lines.length > maxRemarkLength) return false
  const said = (lines[0] as Line).text.trim()
  return isFirst || remarkStart.test(said) || /[?？]$/.test((lines.at(-1) as Line).text.trim())
}

/** A last paragraph of nothing but words. */
function isLastWord(paragraphs: readonly Paragraph[], at: number): boolean {
  const { lines } = paragraphs[at] as Paragraph
  if (at < paragraphs.length - 1 || lines.length > maxRemarkLength) return false
  return lines.every(({ text }) => startsAsWords(text).test(text) && !/[/\\{}<>=|$]/.test(text.slice(0, 400)))
}

/** A person's own lines may be right above what they paste. */
const maxOwnLines = 2

function startOfPasted({ lines, start }: Paragraph): number {
  const machine = lines.findIndex(({ text }) => isMachineLine(text))
  const own = lines[0]?.text ?? ''
  const hasOwn = machine > 0 && machine <= maxOwnLines && startsWithLetter(own).test(own)
  if (hasOwn) return (lines[machine] as Line).start
  const [first, second] = lines
  const isOwn = first !== undefined && second !== undefined && requestStart.test(first.text.trim())
  return isOwn ? second.start : start
}

const requestStart = /^(?:can|could|please|why|what|how|explain)(?!\w)/i

const minReportLength = 200
/** How a descriptive sentence begins. */
const describes =
  /^(?:(?:The|This|That|These|When|If|In|On|An?|All|Each|Every|Using|There|It|Both|Since|While|After|Before|Although|However|For|With) |(?:`[^`\n]{1,80}`|[A-Z][a-z]{1,40}[A-Z]\w{0,60}|\w{1,60}\(\)) (?:is|are|has|uses|does|doesn['’]t|will|should|returns|now|currently|creates|calls|ignores) )/
const namesCode =
  /`[^`\n]{2,80}`|\b[a-z]{1,40}[A-Z]\w|\b[A-Z][a-z]{1,40}[A-Z]\w|\w\.(?:go|ts|tsx|js|py|rs|java|rb|md|json|ya?ml|toml)(?!\w)|\b[a-z]{1,40}_[a-z]|\b[A-Z]{2,40}_[A-Z]|\w\(\)/
const speaks =
  /\b(?:i|i['’](?:m|d|ve|ll)|me|my|we|we['’](?:re|ve|d)|us|our|you|your|please|let['’]?s|must|never|do not|don['’]t|make sure|ensure|needs? to|required|want)(?!\w)|[?？]/i

/** A review comment or a bug report: it describes code, without an addressee or a demand. */
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

const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/

/** The start of the lines below `fix:` and the like. */
function startOfPrinted({ lines }: Paragraph): number | undefined {
  const [first, ...rest] = lines
  if (first === undefined || rest.length < minLines || !/:\s{0,4}$/.test(first.text)) return undefined
  const isList = rest.some(line => listMark.test(line.text))
  return !isList && rest.some(line => longWord.test(line.text)) ? rest[0]?.start : undefined
}

/** What a person says of a text that follows. */
const announcing =
  /\b(?:feedback|comments?|review|errors?|output|logs?|issue|bug report|report|ticket|response|traceback|warning|(?:fix|address|resolve|got|get|see|explain|about) this)(?!\w)[^\n]{0,60}:\s{0,4}$/i

/** `Responding to the note below, …:` */
const pointsBelow =
  /\b(?:note|message|comment|feedback|text|review|e-?mail|report|output|error|log|thread|issue)s? below\b|\bthe following (\w{1,20} )?(?:note|message|comment|feedback|review|report|output|error|issue)s?\b/i

function isAnnounced(before: Paragraph, { lines, start, end }: Paragraph): boolean {
  const last = (before.lines.at(-1) as Line).text.slice(-200)
  if (before.isPasted || end - start < minAnnouncedLength || !/:\s{0,4}$/.test(last)) return false
  if (!announcing.test(last) && !before.lines.some(line => pointsBelow.test(line.text.slice(0, 400))))
    return false
  return (
    !lines.some(line => listMark.test(line.text)) &&
    !addressingWord.test(lines.map(line => line.text).join(' '))
  )
}

/** Whether the text speaks to the agent. */
const addressingWord =
  /\b(?:you|your|please|can we|could we|should we|let['’]s|i['’]m|i['’]d|we['’]re)(?!\w)/i

function addresses({ lines }: Paragraph): boolean {
  return remarkStart.test((lines[0] as Line).text.trim()) || asksOrSays(lines, addressingWord)
}
