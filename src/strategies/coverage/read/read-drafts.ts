/** The lines of a part of a block, each with what it is: candidates before their place among the others is known. */
import { keyLine } from '../../../reduce/key-lines.ts'
import { leadingSpace } from '../../../reduce/pieces/parts.ts'
import { isCodeLine } from '../../../scan/code-line.ts'
import { headingLevel, isHeading } from '../../../scan/heading-level.ts'
import { neededLines } from '../../../scan/needed-lines.ts'
import { isWrappedLine } from '../../../scan/wrapped-line.ts'
import { isLeadIn, isListItem, isStepHeading } from '../facts/line-forms.ts'
import type { LabelledPiece } from './argument-lines.ts'
import type { BlockPart } from './block-parts.ts'
import { isBoilerplate } from './boilerplate.ts'
import type { Candidate } from './candidate.ts'
import { fenceLine } from './fence-line.ts'
import { ImportList } from './import-list.ts'
import { withoutJobPrefix } from './without-job-prefix.ts'

/** A candidate before its place among the others is known. */
export interface CandidateDraft extends Omit<Candidate, 'section' | 'part'> {
  /** Index among the drafts of its part; -1 where there is none, -2 for the candidate that names where they come from. */
  readonly under: number
  /** See `isOutcome`. */
  readonly isOutcome: boolean
}

export const underSource = -2

/** All that the drafts of a part depend on beside its pieces. */
export interface DraftPlace extends Pick<BlockPart, 'author' | 'binds'> {
  /** It shows or writes a file of a program, or lists files. */
  readonly isProgram: boolean
  /** It shows what a file holds. */
  readonly isRead: boolean
  /** The file holds tests. */
  readonly isTest: boolean
  readonly isDocument: boolean
  /** A person handed it over with a request of now. */
  readonly isGiven: boolean
  readonly isLatest: boolean
  readonly hasSource: boolean
  /** What the call of an output says. */
  readonly said: string | undefined
}

/** Where a checker says what is wrong, it has named the place in one of so many lines before. */
const maxBetween = 3
const namedPlace = /^\s{0,4}\S{1,200}\.[A-Za-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/

/** Of so few comments that an edit replaced each is shown. */
const maxRemoved = 2

/** Shorter lines may be part of a call by chance. */
const minSaid = 8

/** `## Summary`, `**Next steps:**`: nothing without what comes below it. A bold line of more words says something. */
const title = /^ {0,3}#{1,6} |^\*\*[^\s*]{1,200}(?: [^\s*]{1,200}){0,4} ?\*\*:? {0,2}$/

/** A shorter item of a list says little without the line above the list. */
const shortItem = 60
/** What its first sign may be: a look at it is cheaper than a pattern, and there are as many lines as a conversation has. */
const itemSigns = '-*+0123456789'
const tableRow = /^\s{0,12}\|/
/** ```` ```bash ```` opens a block of commands, others one of a program. */
const commandFence = /^(?:ba|z|fi)?sh$|^shell$|^console$|^powershell$|^cmd$/

/** `func (p *Parser) Next() Token {`, `export async function load(path: string) {`, `def load(self):` */
const signature =
  /^\s{0,16}(?:(?:export|default|public|private|protected|static|async|pub|final|override) ){0,4}(?:func|function|def|fn|class|interface|struct|type)\b.{0,300}[{:(]\s{0,4}$/

/** Pieces of several lines become a candidate a line: a selection takes what it needs of them. */
export function readDrafts(pieces: readonly LabelledPiece[], place: DraftPlace): readonly CandidateDraft[] {
  const { author, binds, isProgram, isRead, isTest, isDocument, isGiven, isLatest, hasSource, said } = place
  const drafts: CandidateDraft[] = []
  const firstOf: number[] = []
  /** The language of the fence that a line is in. */
  let fence: string | undefined
  /** The last line that names a place in a file. */
  let located = Number.NEGATIVE_INFINITY
  /** The line that says what the items below it are. */
  let leadIn = -1
  const headings: number[] = []
  const imports = new ImportList()
  const source = hasSource ? underSource : -1
  const isOutline = isRead || (isProgram && (author === 'tools' || (isTest && author === 'calls')))
  const isProse = author === 'words' || isDocument
  const isSpoken = isProse || author === 'user'
  const isWritten = isDocument && author === 'calls'
  // The comment of what was replaced last says why it was there; more of them say what no longer holds.
  const isReplaced =
    isLatest &&
    pieces.some(({ label }) => label === '+') &&
    pieces.filter(({ label, text }) => label === '-' && comment.test(text)).length <= maxRemoved
  /** The nearest piece that this one makes no sense without: a line of a hunk needs the file that it is of. */
  const neededAbove = (piece: LabelledPiece): number | undefined => {
    // `… 17 more like this`
    if (piece.isStatement === true && piece.text.startsWith('… ')) return piece.under
    const first = isProse ? aboveItems(pieces, piece.under) : piece.under
    for (let at = first; at !== undefined; at = pieces[at]?.under) {
      const above = pieces[at] as LabelledPiece
      if (above.isTitle === true && hasSource) return undefined
      const isHead = above.isStatement === true || above.value === 'key' || tableRow.test(above.text)
      if (isHead || (isProse && isHeading(above.text))) return at
      // What people write is understood without the headings of what it is part of.
      if (isProse) return undefined
    }
    return undefined
  }
  for (const piece of pieces) {
    const above = neededAbove(piece)
    const under = above === undefined ? source : (firstOf[above] ?? source)
    firstOf.push(drafts.length)
    const texts = piece.isStatement === true || piece.lines < 2 ? [piece.text] : piece.text.split('\n')
    if (piece.isTitle === true && hasSource) continue
    for (let index = 0; index < texts.length; index += 1) {
      const line = texts[index] as string
      const start = piece.numbers?.[index] ?? 0
      const shown = start === 0 ? line : line.slice(start)
      const text = author === 'tools' ? withoutJobPrefix(shown) : shown
      const begin = leadingSpace(text)
      if (begin === text.length) continue
      const sign = text.charAt(begin)
      const before = drafts.at(-1)
      const isFurther = before !== undefined && isContinued(before, piece)
      if (
        before !== undefined &&
        ((isFurther && author !== 'calls') ||
          (isSpoken &&
            index > 0 &&
            fence === undefined &&
            isWrapped(before, texts[index - 1] as string, text, begin)))
      ) {
        drafts[drafts.length - 1] = { ...before, text: `${before.text}\n${text}`, lines: before.lines + 1 }
        if (index === 0) firstOf[firstOf.length - 1] = drafts.length - 1
        continue
      }
      // The outcome of a call is shown beside its name.
      const opened = sign === '`' || sign === '~' ? fenceLine(text)?.language : undefined
      if (opened !== undefined) fence = fence === undefined ? opened : undefined
      const isExample = fence !== undefined && !commandFence.test(fence)
      const isRemovedComment = piece.label === '-' && comment.test(text)
      const isRepeated = said !== undefined && isSaidOf(said, text)
      const isImported = !isSpoken && imports.isNext(text)
      const says =
        opened === undefined &&
        !isRepeated &&
        // An import that was added last is what was done last.
        ((isLatest && piece.label === '+' && /\w/.test(text)) || !(isImported || isBoilerplate(text))) &&
        !(isRemovedComment && !isReplaced)
      // `src/a.ts:12:5 lint/style`, and in one of the next lines what is wrong there.
      const isAt = author === 'tools' && piece.value === 'key' && drafts.length - located <= maxBetween
      if (author === 'tools' && !isAt && text.includes(':') && namedPlace.test(text)) located = drafts.length
      if (!(itemSigns.includes(sign) && isListItem(text)))
        leadIn = isProse && isLeadIn(text) ? drafts.length : -1
      if (isGiven && sign === '#' && fence === undefined && isHeading(text)) headings.push(drafts.length)
      const isFragment = leadIn >= 0 && leadIn !== drafts.length && text.length < shortItem
      // A later edit may replace one of the lines: each stays a line of its own.
      const upper = isFurther ? drafts.length - 1 : under
      const needed = isAt && under === source ? located : isFragment ? leadIn : upper
      drafts.push({
        text,
        label: piece.label ?? '',
        value: says || piece.value === 'useful' ? piece.value : 'noise',
        author,
        under: needed === drafts.length ? -1 : needed,
        lines: texts.length > 1 ? 1 : piece.lines,
        number: start > 0 ? numberBefore(line, start) : undefined,
        isRule: binds && !isRepeated && keyLine(text, 'user') === 'required',
        // Of what a command printed, its outcome.
        isBare:
          !says ||
          (isProse &&
            (sign === '#' || sign === '*') &&
            title.test(text) &&
            !(isWritten && isStepHeading(text))),
        isCode: !isRemovedComment && (isExample || isStatement(piece, place, text, begin)),
        isSignature: isProgram && author === 'calls' && piece.label === undefined && signature.test(text),
        isOutline,
        isOutcome: isOutcome(piece),
      })
    }
  }
  for (const at of outline(headings, at => headingLevel(drafts[at]?.text ?? '') ?? 0))
    drafts[at] = { ...(drafts[at] as CandidateDraft), isBare: false }
  // `**Looking for the handler**`: a title with nothing below it is all that was said.
  const [only] = drafts
  if (drafts.length === 1 && author === 'words' && only?.isBare === true && only.value !== 'noise')
    return [{ ...only, isBare: false }]
  return isSpoken || (isRead && !isProgram) ? withNeeded(drafts, isSpoken) : drafts
}

/** An item of a list in a list is below the heading of both. */
function aboveItems(pieces: readonly LabelledPiece[], under: number | undefined): number | undefined {
  let above = under
  while (above !== undefined && isPlainItem(pieces[above])) above = pieces[above]?.under
  return above
}

function isPlainItem(piece: LabelledPiece | undefined): boolean {
  return piece !== undefined && piece.value !== 'key' && isListItem(piece.text)
}

/** Of a document with more headings only the upper ones are shown by themselves. */
const maxOutline = 24

function outline(headings: readonly number[], level: (heading: number) => number): readonly number[] {
  let shown: readonly number[] = []
  for (let lowest = 1; lowest <= 6; lowest += 1) {
    const upper = headings.filter(heading => level(heading) <= lowest)
    if (upper.length > maxOutline) break
    shown = upper
  }
  return shown
}

/** Nothing is shown without the first line of its item, nor without a heading that denies it: the nearest of what it needs needs the rest. */
function withNeeded(drafts: readonly CandidateDraft[], isLeading: boolean): readonly CandidateDraft[] {
  const texts = drafts.map(({ text }) => text)
  const needed = neededLines(texts, { isRest: at => drafts[at]?.lines === 0, isLeading })
  return drafts.map((draft, at) => {
    const line = needed[at] as number
    return line > draft.under && line >= 0 ? { ...draft, under: line } : draft
  })
}

/** A sentence over more lines is shown in parts. */
const maxWrapped = 4

/** A sentence that its author broke into lines. */
function isWrapped(before: CandidateDraft, line: string, text: string, begin: number): boolean {
  return (
    before.value !== 'noise' &&
    !before.isBare &&
    !before.isCode &&
    before.lines < maxWrapped &&
    isWrappedLine(line, text) &&
    !isCodeText(text, begin)
  )
}

/** A command over more lines is shown in parts. */
const maxContinued = 16

/** `docker run \`: the next line is part of the command. */
function isContinued(before: CandidateDraft, { label = '', isStatement }: LabelledPiece): boolean {
  return (
    (before.text.endsWith(' \\') || before.text.endsWith('\t\\')) &&
    before.lines < maxContinued &&
    (label === '' || label === before.label) &&
    isStatement !== true
  )
}

/** What an output says of itself; a count of its lines is none of it. */
function isOutcome({ value, isStatement }: LabelledPiece): boolean {
  return value === 'key' && isStatement !== true
}

/** A comment that a change takes away. */
const comment = /^\s{0,80}(?:\/\/|\/\*|\*|#(?!#{0,5} )|--|<!--)/

function isStatement(
  piece: LabelledPiece,
  { author, isDocument, isProgram }: DraftPlace,
  text: string,
  begin: number,
): boolean {
  if (isDocument) return isCodeText(text, begin)
  return author !== 'user' && piece.value === 'plain' && (isProgram || isCodeText(text, begin))
}

function isCodeText(text: string, begin: number): boolean {
  return isCodeLine({ text, start: 0, end: text.length, first: begin })
}

/** Whether a line is part of what is shown of a call. */
export function isSaidOf(said: string, text: string): boolean {
  const line = text.trim()
  return line.length > minSaid && said.includes(line)
}

/** `  12→` is 12. */
function numberBefore(line: string, end: number): number {
  let number = 0
  for (let at = 0; at < end; at += 1) {
    const digit = line.charCodeAt(at) - 0x30
    if (digit >= 0 && digit <= 9) number = number * 10 + digit
  }
  return number
}
