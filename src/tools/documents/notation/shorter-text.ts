/** Writes a document in the notation of a level, by tables: only its prose changes. */
import { isCodeLine } from '../../../scan/code-line.ts'
import { inlineCode } from '../../../scan/inline-spans.ts'
import { linesOf } from '../../../scan/lines.ts'
import { sentences } from '../../../scan/sentences.ts'
import type { Span } from '../../../scan/span.ts'
import type { TokenCounter } from '../../../types.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { documentLines, itemKey } from '../rules/document-lines.ts'
import { frozenUnits, type MarkdownDocument, markdownDocument } from '../rules/markdown-document.ts'
import type { RuleName } from '../rules/rule.ts'
import { hardBreakLines } from '../rules/white-space.ts'
import { chunksOf } from './chunks.ts'
import { chinesePhrases, japanesePhrases } from './east-asian-phrases.ts'
import { factsOf, firstChangedFact } from './facts.ts'
import { type NotationLanguage, type NotationLevel, phrasesAt, reaches } from './notation.ts'
import { quotedSpans } from './quoted-spans.ts'
import { phraseTable, shorterEnglish } from './shorter-english.ts'

/** A shortened text may allow further changes; real texts settle after two or three passes. */
const maxPasses = 8

interface ShorterOptions {
  readonly level: NotationLevel
  readonly language: NotationLanguage
  readonly counter: TokenCounter
  /** Whether lines that were wrapped at a width are joined, and emphasis marks are dropped from `medium` on. */
  readonly joinsLines: boolean
  readonly dropsMarks: boolean
}

export function shorterText(text: string, options: ShorterOptions): string {
  const { level, language, counter, joinsLines, dropsMarks } = options
  const shorten = shortener(level, language, counter)
  const thin = (made: string): string =>
    dropsMarks && reaches(level, 'medium') ? applyRules(made, { rules: thinning, counter }).text : made
  let made = thin(text)
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const document = markdownDocument(documentLines(made))
    const joined = joinsLines ? unwrapped(document) : made
    const shorter =
      shorten === undefined
        ? joined
        : withShorterProse(joined === made ? document : markdownDocument(documentLines(joined)), shorten)
    const next = shorter === made ? thin(made) : shorter
    if (next === made) break
    made = next
  }
  return made
}

const thinning: readonly RuleName[] = ['emphasis', 'decoration', 'white-space']

type Shorten = (prose: string, isFrozen: (at: number) => boolean) => string

function shortener(
  level: NotationLevel,
  language: NotationLanguage,
  counter: TokenCounter,
): Shorten | undefined {
  if (language === 'other') return undefined
  if (language === 'en') {
    const table = phraseTable(level, counter)
    return (prose, isFrozen) => shorterEnglish(chunksOf(prose, isFrozen), level, table)
  }
  const table = eastAsianTable(language, level)
  return (prose, isFrozen) => shorterEastAsian(prose, isFrozen, table, counter)
}

function withShorterProse(document: MarkdownDocument, shorten: Shorten): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, text: prose, isFrozen } of prosePlaces(document)) {
    if (start < from) continue
    const shorter = shorten(prose, isFrozen)
    const isIntact = shorter === prose || firstChangedFact(factsOf(prose), factsOf(shorter)) === undefined
    parts.push(document.text.slice(from, start), isIntact ? shorter : prose)
    from = end
  }
  parts.push(document.text.slice(from))
  const made = parts.join('')
  // Positions refer to a text without carriage returns, which are added again here.
  return document.lines[0]?.lineBreak === '\r\n' ? made.replaceAll('\n', '\r\n') : made
}

/** `text` is the text of the document from `start` on. */
interface ProsePlace extends Span {
  readonly text: string
  /** Takes a position in `text`. */
  isFrozen(at: number): boolean
}

const proseBlocks: ReadonlySet<string> = new Set(['Paragraph', 'Task'])

/** Marks of emphasis and tasks, and hard breaks: they stay, while the words around them may change. */
const marks: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark', 'TaskMarker', 'HardBreak'])

/** Paragraphs and items, in order; without headings, tables, quotes, code and front matter. */
function prosePlaces(document: MarkdownDocument): readonly ProsePlace[] {
  const { nodes, text } = document
  const frozen = frozenIn(document)
  return nodes.flatMap((node): readonly ProsePlace[] => {
    const { name, from, to } = node
    if (!proseBlocks.has(name) || document.hasFrozen(node)) return []
    const prose = text.slice(from, to)
    if (linesOf(prose).some(isCodeLine)) return []
    return [{ start: from, end: to, text: prose, isFrozen: at => frozen[from + at] === 1 }]
  })
}

function frozenIn(document: MarkdownDocument): Uint8Array {
  const frozen = frozenUnits(document, marks)
  const { text } = document
  for (const { start, end } of [...quotedSpans(text), ...inlineCode(text)]) frozen.fill(1, start, end)
  return frozen
}

/** Narrower texts were not wrapped at a width: addresses, verses, fields. */
const minWidth = 50

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，；：！？]/u

/** Joins paragraphs that were wrapped at a width into one line each: a break costs a token and means nothing. */
function unwrapped(document: MarkdownDocument): string {
  const { lines } = document
  const breaks = hardBreakLines(document)
  const joinsNext = new Set<number>()
  for (const { name, firstLine, lastLine } of document.nodes) {
    if ((name !== 'Paragraph' && name !== 'Task') || firstLine === lastLine) continue
    const range = lines.slice(firstLine, lastLine + 1).map(({ text }) => text.trimEnd())
    const isWhole = range.every((_, at) => !document.isFrozen(firstLine + at) && !breaks.has(firstLine + at))
    if (isWhole && isWrapped(range)) for (let at = firstLine; at < lastLine; at += 1) joinsNext.add(at)
  }
  return lines
    .map(({ text, lineBreak }, at) => {
      const own = joinsNext.has(at - 1) ? text.trimStart() : text
      if (!joinsNext.has(at)) return own + lineBreak
      const trimmed = own.trimEnd()
      const next = lines[at + 1]?.text.trimStart() ?? ''
      return trimmed + (unspaced.test(trimmed.slice(-1)) && unspaced.test(next.charAt(0)) ? '' : ' ')
    })
    .join('')
}

/** People who break lines by hand leave some room. */
const ragged = 0.8

/** Whether no line had room for the first word of the next line. */
function isWrapped(range: readonly string[]): boolean {
  const width = range.reduce((most, { length }) => Math.max(most, length), 0)
  if (width < minWidth || range.every(line => itemKey(line) !== undefined)) return false
  return range.slice(0, -1).every((line, at) => {
    const word = (range[at + 1] ?? '').trimStart().split(' ', 1)[0] ?? ''
    return line.length + 1 + word.length > width * ragged
  })
}

/** Chinese and Japanese in fewer characters, phrase by phrase; each change is kept only if it makes its sentence cheaper. */
interface EastAsianTable {
  readonly pattern: RegExp
  readonly shorter: ReadonlyMap<string, string>
}

export function eastAsianTable(language: 'zh' | 'ja', level: NotationLevel): EastAsianTable {
  const phrases = language === 'zh' ? chinesePhrases : japanesePhrases
  const shorter = new Map(phrasesAt(level, phrases))
  const longestFirst = [...shorter.keys()].sort((one, other) => other.length - one.length)
  return { pattern: new RegExp(longestFirst.join('|'), 'g'), shorter }
}

/** A longer text is not a sentence: it stays. */
const maxLength = 600

function shorterEastAsian(
  paragraph: string,
  isFrozen: (at: number) => boolean,
  { pattern, shorter }: EastAsianTable,
  counter: TokenCounter,
): string {
  return sentences(paragraph)
    .map(({ start, end }) => {
      const sentence = paragraph.slice(start, end)
      if (sentence.length > maxLength) return sentence
      let made = sentence
      let tokens = counter.count(made)
      // From the end, so that earlier positions stay valid.
      for (const { 0: phrase, index } of [...sentence.matchAll(pattern)].reverse()) {
        if (isBound(sentence, index, phrase, at => isFrozen(start + at))) continue
        const changed =
          made.slice(0, index) + (shorter.get(phrase) ?? phrase) + made.slice(index + phrase.length)
        const cost = counter.count(changed)
        if (cost >= tokens || changed.trim() === '') continue
        made = changed
        tokens = cost
      }
      return made
    })
    .join('')
}

/** 目的 is a word; without a Han character on both sides, 的 does not join two parts of one name. */
function isBound(sentence: string, at: number, phrase: string, isFrozen: (at: number) => boolean): boolean {
  for (let place = at; place < at + phrase.length; place += 1) if (isFrozen(place)) return true
  if (phrase !== '的') return false
  return (
    /[目有标真是似]/.test(sentence.charAt(at - 1)) ||
    !/\p{sc=Han}/u.test(sentence.charAt(at - 1)) ||
    !/\p{sc=Han}/u.test(sentence.charAt(at + 1))
  )
}
