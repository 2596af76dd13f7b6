/** The lines of a part of a block, each with its facts: candidates without a position among the others. */
import type { PieceValue } from '../../../reduce/content/content.ts'
import { keyLine } from '../../../reduce/key-line.ts'
import { leadingSpace } from '../../../reduce/pieces/parts.ts'
import { isCodeLine } from '../../../scan/code-line.ts'
import { headingLevel, isHeading } from '../../../scan/heading-level.ts'
import { isRunnerTrailer } from '../../../scan/is-runner-trailer.ts'
import { isWrappedLine } from '../../../scan/is-wrapped-line.ts'
import { neededLines } from '../../../scan/needed-lines.ts'
import { findingHeadings } from '../facts/finding-headings.ts'
import { isEditLabel } from '../facts/is-edit-label.ts'
import { isLeadIn, isListItem, isStepHeading } from '../facts/line-forms.ts'
import { isNextStep } from '../facts/step-words.ts'
import type { LabelledPiece } from './argument-lines.ts'
import type { BlockPart } from './block-parts.ts'
import type { Candidate } from './candidate.ts'
import { continuesComment } from './continues-comment.ts'
import { fenceLine } from './fence-line.ts'
import { ImportList } from './import-list.ts'
import { isBareMarkup } from './is-bare-markup.ts'
import { isBoilerplate } from './is-boilerplate.ts'
import { isSaidOf } from './is-said-of.ts'
import { neededAbove, shortItem } from './needed-above.ts'

/** A candidate without a position among the others. */
export interface CandidateDraft extends Omit<Candidate, 'section' | 'part'> {
  /** Index among the drafts of its part; -1 if there is none, -2 for the candidate that names the source. */
  readonly under: number
  /** An outcome that an output reports; a count of its lines is not one. */
  readonly isOutcome: boolean
}

export const underSource = -2

/** Everything that the drafts of a part depend on beside its pieces. */
export interface DraftPlace extends Pick<BlockPart, 'author' | 'binds'> {
  /** It shows or writes a program file, or lists files. */
  readonly isProgram: boolean
  /** It shows the content of a file. */
  readonly isRead: boolean
  /** The file contains tests. */
  readonly isTest: boolean
  readonly isDocument: boolean
  /** A person sent it with one of the last requests. */
  readonly isGiven: boolean
  readonly isLatest: boolean
  readonly hasSource: boolean
  /** The text of the call of an output. */
  readonly callText: string | undefined
}

/** A checker names the place of a problem at most this many lines before the problem. */
const maxBetween = 3
const namedPlace = /^\s{0,4}\S{1,200}\.[A-Za-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/

/** Up to this many removed comments are shown. */
const maxRemoved = 2

/** `## Summary`, `**Next steps:**`: means nothing without the text below. A bold line with more words is a statement. */
const title = /^ {0,3}#{1,6} |^\*\*[^\s*]{1,200}(?: [^\s*]{1,200}){0,4} ?\*\*:? {0,2}$/

/** Possible first characters of an item: checked before the pattern, since every line of a conversation comes here. */
const itemSigns = '-*+0123456789'
/** ```` ```bash ```` opens a block of commands, other languages a block of code. */
const commandFence = /^(?:ba|z|fi)?sh$|^shell$|^console$|^powershell$|^cmd$/

/** `func (p *Parser) Next() Token {`, `export async function load(path: string) {`, `def load(self):` */
const signature =
  /^\s{0,16}(?:(?:export|default|public|private|protected|static|async|pub|final|override) ){0,4}(?:func|function|def|fn|class|interface|struct|type)(?!\w).{0,300}[{:(]\s{0,4}$/

/** Pieces of several lines become one candidate for each line, so that a selection can take some of them. */
export function readDrafts(pieces: readonly LabelledPiece[], place: DraftPlace): readonly CandidateDraft[] {
  const { author, binds, isProgram, isRead, isTest, isDocument, isGiven, isLatest, hasSource, callText } =
    place
  const drafts: CandidateDraft[] = []
  const firstOf: number[] = []
  /** The language of the fence that a line is in. */
  let fence: string | undefined
  /** The last line that names a place in a file. */
  let located = Number.NEGATIVE_INFINITY
  /** The line that introduces the items below it. */
  let leadIn = -1
  /** How many comments above go on with one sentence. */
  let rest = 0
  const headings: number[] = []
  const imports = new ImportList()
  const source = hasSource ? underSource : -1
  const isOutline =
    isRead || (isProgram && (author === 'tools' || (isTest && author === 'calls' && !isLatest)))
  const isProse = author === 'words' || isDocument
  const isSpoken = isProse || author === 'user'
  // HTML is content in a file, and form in a message.
  const isMessage = author !== 'calls' && !isProgram && !isRead
  // The comment of the code replaced last says why it was there; more comments describe what is gone.
  const isReplaced =
    isLatest &&
    pieces.some(({ label }) => label === '+') &&
    pieces.filter(({ label, text }) => label === '-' && comment.test(text)).length <= maxRemoved
  for (const piece of pieces) {
    const above = neededAbove(piece, pieces, { isProse, hasSource })
    const under = above === undefined ? source : (firstOf[above] ?? source)
    firstOf.push(drafts.length)
    const { value, label = '', lines, numbers, isStatement: isStated = false } = piece
    const texts = isStated || lines < 2 ? [piece.text] : piece.text.split('\n')
    if (piece.isTitle === true && hasSource) continue
    const isOutcome = value === 'key' && !isStated
    for (let index = 0; index < texts.length; index += 1) {
      const line = texts[index] as string
      const start = numbers?.[index] ?? 0
      const shown = start === 0 ? line : line.slice(start)
      const text = author === 'tools' ? withoutJobPrefix(shown) : shown
      const begin = leadingSpace(text)
      if (begin === text.length) continue
      const sign = text.charAt(begin)
      const before = drafts.at(-1)
      const isFurther =
        before !== undefined && isContinued(before) && (label === '' || label === before.label) && !isStated
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
      // The outcome of a call is shown beside its title.
      const opened = sign === '`' || sign === '~' ? fenceLine(text)?.language : undefined
      if (opened !== undefined) fence = fence === undefined ? opened : undefined
      const isExample = fence !== undefined && !commandFence.test(fence)
      const isRemovedComment = label === '-' && comment.test(text)
      const isRepeated = callText !== undefined && isSaidOf(callText, text)
      const isImported = !isSpoken && imports.isNext(text)
      const says =
        opened === undefined &&
        !isRepeated &&
        // The outcome of the call names what failed.
        !(author === 'tools' && value === 'key' && isRunnerTrailer(text)) &&
        // An import that was just added or removed is part of the latest work.
        ((isLatest && isEditLabel(label) && /\w/.test(text)) || !(isImported || isBoilerplate(text))) &&
        !(isRemovedComment && !isReplaced) &&
        !(isMessage && fence === undefined && isBareMarkup(text))
      // `src/a.ts:12:5 lint/style`; the problem follows in one of the next lines.
      const isAt = author === 'tools' && value === 'key' && drafts.length - located <= maxBetween
      if (author === 'tools' && !isAt && text.includes(':') && namedPlace.test(text)) located = drafts.length
      // `**Expected:**` above a short paragraph leads to it, too.
      const isBelow = leadIn === drafts.length - 1 && isHeading(before?.text ?? '')
      if (!(itemSigns.includes(sign) && isListItem(text)))
        leadIn = isSpoken && isLeadIn(text) ? drafts.length : isBelow ? leadIn : -1
      if (isGiven && sign === '#' && fence === undefined && isHeading(text)) headings.push(drafts.length)
      const isFragment = leadIn >= 0 && leadIn !== drafts.length && text.length < shortItem
      // A later edit may replace one of the lines: each one stays separate.
      const upper = isFurther ? drafts.length - 1 : under
      const isRest =
        rest < maxWrapped && isProgram && before?.label === label && continuesComment(before.text, text)
      rest = isRest ? rest + 1 : 0
      const below = isFragment ? Math.max(leadIn, upper) : isRest ? drafts.length - 1 : upper
      const needed = isAt && under === source ? located : below
      drafts.push({
        text,
        label,
        value: says || value === 'useful' ? value : 'noise',
        author,
        under: needed === drafts.length ? -1 : needed,
        lines: texts.length > 1 ? 1 : lines,
        number: start > 0 ? numberBefore(line, start) : undefined,
        isRule: binds && !isRepeated && keyLine(text, 'user') === 'required',
        // Of the output of a command, its outcome.
        isUninformative:
          !says ||
          (isProse &&
            (sign === '#' || sign === '*') &&
            title.test(text) &&
            !(isDocument && author === 'calls' && isStepHeading(text))),
        isCode: !isRemovedComment && (isExample || isStatement(value, place, text, begin)),
        isSignature: isProgram && author === 'calls' && piece.label === undefined && signature.test(text),
        isOutline,
        isOutcome,
      })
    }
  }
  for (const at of outline(headings, at => headingLevel(drafts[at]?.text ?? '') ?? 0))
    drafts[at] = { ...(drafts[at] as CandidateDraft), isUninformative: false }
  if (isProse && drafts.some(draft => draft.isUninformative))
    for (const at of findingHeadings(drafts.map(draft => draft.text)))
      drafts[at] = { ...(drafts[at] as CandidateDraft), isUninformative: false }
  // `**Looking for the handler**`: a title with nothing below it is the whole text.
  const [only] = drafts
  if (drafts.length === 1 && author === 'words' && only?.isUninformative === true && only.value !== 'noise')
    return [{ ...only, isUninformative: false }]
  return isSpoken || (isRead && !isProgram) ? withNeeded(drafts, isSpoken) : drafts
}

/** In a document with more headings, only the upper ones are shown alone. */
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

/**
 * A line is never shown without the first line of its item, nor without a heading that negates it: the nearest line that it
 * needs requires the others.
 */
function withNeeded(drafts: readonly CandidateDraft[], isLeading: boolean): readonly CandidateDraft[] {
  const texts = drafts.map(({ text }) => text)
  const needed = neededLines(texts, { isRest: at => drafts[at]?.lines === 0, isLeading })
  return drafts.map((draft, at) => {
    const line =
      (objects(draft) || announces(draft)) && isShown(drafts[at - 1]) ? at - 1 : (needed[at] as number)
    return line > draft.under && line >= 0 ? { ...draft, under: line } : draft
  })
}

/** `However, …`, `Or …`: a further sentence that means nothing without the one before it. */
const objection =
  /^(?:however|or|jedoch|allerdings|oder|sin embargo|cependant|однако|然而|しかし)(?![A-Za-z'’-])/i

function objects({ lines, text }: CandidateDraft): boolean {
  return lines === 0 && objection.test(text)
}

/** What an agent does next says little without what it found. */
function announces({ author, lines, text }: CandidateDraft): boolean {
  return author === 'words' && lines === 0 && isNextStep(text.trimEnd())
}

function isShown(draft: CandidateDraft | undefined): boolean {
  return draft !== undefined && draft.value !== 'noise' && !draft.isUninformative
}

/** A sentence over more lines is shown in parts. */
const maxWrapped = 4

/** Whether the author wrapped a sentence over lines. */
function isWrapped(before: CandidateDraft, line: string, text: string, begin: number): boolean {
  return (
    before.value !== 'noise' &&
    !before.isUninformative &&
    !before.isCode &&
    before.lines < maxWrapped &&
    isWrappedLine(line, text) &&
    !isCodeText(text, begin)
  )
}

/** A command over more lines is shown in parts. */
const maxContinued = 16

/** `docker run \`: the next line is part of the command. */
function isContinued({ text, lines }: CandidateDraft): boolean {
  return (text.endsWith(' \\') || text.endsWith('\t\\')) && lines < maxContinued
}

/** A comment that a change removes. */
const comment = /^\s{0,80}(?:\/\/|\/\*|\*|#(?!#{0,5} )|--|<!--)/

function isStatement(
  value: PieceValue,
  { author, isDocument, isProgram }: DraftPlace,
  text: string,
  begin: number,
): boolean {
  if (isDocument) return isCodeText(text, begin)
  return author !== 'user' && value === 'plain' && (isProgram || isCodeText(text, begin))
}

function isCodeText(text: string, begin: number): boolean {
  return isCodeLine({ text, start: 0, end: text.length, first: begin })
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

/** The job, the step and the time, which each line of a job log repeats: `Lint<tab>Run Biome<tab>2026-06-17T10:22:22.3762677Z Found 3 errors.` */
const jobPrefix = /^[^\t\n]{1,80}\t[^\t\n]{1,120}\t\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z ?/

function withoutJobPrefix(line: string): string {
  return line.includes('\t') ? line.replace(jobPrefix, '') : line
}
