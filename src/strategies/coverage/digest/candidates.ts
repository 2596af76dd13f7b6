/** What every block of a conversation could show in a digest: its pieces, and how the block is named. */

import { LineTerms } from '../../../measure/line-terms.ts'
import { languageOfName } from '../../../reduce/content/code/language-of.ts'
import type { PieceValue } from '../../../reduce/content/content.ts'
import { isBlankLine, leadingSpace } from '../../../reduce/content/parts.ts'
import { keyLine } from '../../../reduce/key-lines.ts'
import type { Measured } from '../../../reduce/plan.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { callOutcome, isRejected } from '../../../scan/actions/call-outcome.ts'
import { checkVerdict } from '../../../scan/actions/check-verdict.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { isLook } from '../../../scan/actions/is-look.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { isCodeLine } from '../../../scan/code-line.ts'
import type { TermSink } from '../../../scan/terms.ts'
import { remembered } from '../../../tokens/remembered.ts'
import type { Block, Message, TokenCounter, ToolResultBlock } from '../../../types.ts'
import { messageNumbers } from '../../../view/message-index.ts'
import type { LabelledPiece } from './argument-lines.ts'
import { type BlockPart, blockParts } from './block-parts.ts'
import { isBoilerplate } from './boilerplate.ts'
import { baseName, belowRoot } from './common-root.ts'
import { type KnownCall, knownCall, nameOf } from './known-call.ts'
import { type Writer, writerOf } from './split-by-author.ts'
import { turnsOf, type ViewPart } from './view-part.ts'
import { withoutJobPrefix } from './without-job-prefix.ts'

/** One line, sentence, row or statement that can be shown by itself. */
export interface Candidate {
  readonly text: string
  /** Shown before it: the name of an argument. */
  readonly label: string
  readonly value: PieceValue
  /** Index of the section it belongs to. */
  readonly section: number
  /** Who wrote it. */
  readonly author: Writer
  /** Index of the offer that it makes no sense without; -1 where there is none. */
  readonly under: number
  /** How many lines of its block it stands for. */
  readonly lines: number
  /** The number of its line in a file that was shown with numbers. */
  readonly number?: number | undefined
  /** The user binds the agent with it. */
  readonly isRule: boolean
  /** Tells nothing by itself: a call without what it found, a line of boilerplate. */
  readonly isBare: boolean
  /** A statement of a program: neither a definition nor a comment. */
  readonly isCode: boolean
  /** It is a line of a program or a name in a listing that was only looked at. */
  readonly isOutline: boolean
  /** It names a function of a file that was created, which the list of changed files does too. */
  readonly isSignature: boolean
  readonly part: ViewPart
}

/** One block on offer. */
export interface Section {
  readonly message: number
  readonly block: number
  readonly author: Writer
  readonly age: number
  /** How many requests came after it. */
  readonly turnsAgo: number
  /** `Read src/a.ts` for a call, `a.ts` for its result; empty for what somebody said. */
  readonly title: string
  /** The file of a call, as its title names it. */
  readonly path?: string
  /** Which call a result answers. */
  readonly callId?: string
  /** What a result shows, as one name. */
  readonly origin?: string
  readonly lines: number
  readonly firstCandidate: number
  /** It shows or changes a file of tests. */
  readonly isTest: boolean
}

export interface Candidates {
  readonly sections: readonly Section[]
  readonly candidates: readonly Candidate[]
  /** Where the offers were read from, in order. */
  readonly runs?: readonly CandidateRun[]
  /** The number by which each message is shown. */
  readonly numbers: readonly number[]
  /** The directory that paths in titles are below, where they leave it out. */
  readonly root?: string | undefined
  /** How each of them stands to later showings of the same thing, where that was asked. */
  readonly staleness?: Uint8Array
}

/** `root`: the directory that titles leave out. */
export function candidatesOf(
  messages: readonly Message[],
  blocks: readonly Measured[],
  root?: string,
): Candidates {
  const calls = new Map<string, KnownCall>()
  const sections: Section[] = []
  const candidates: Candidate[] = []
  const runs: CandidateRun[] = []
  const turns = turnsOf(messages)
  const results = resultsOf(messages)
  const applied = lastApplied(messages, results)
  for (const measured of blocks) {
    const { message, block: index, age } = measured
    const said = messages[message] as Message
    const block = said.blocks[index] as Block
    if (block.type === 'opaque') continue
    const call = block.type === 'text' ? undefined : knownCall(block, calls, candidates.length)
    const title = call?.title ?? ''
    const isLaunch = block.type === 'toolResult' && turns.isLaunch(block)
    const parts = isLaunch ? [] : blockParts(block, { messages, measured, call })
    const section = sections.length
    const isTest = isTestFile(call?.source.path)
    sections.push({
      message,
      block: index,
      author: writerOf(said, block),
      age,
      turnsAgo: turns.after(message),
      title: block.type === 'toolCall' || call === undefined ? title : nameOf(call),
      ...(block.type === 'text' ? {} : { callId: block.callId }),
      ...(block.type === 'toolResult' && call !== undefined && { origin: call.origin }),
      ...(block.type === 'toolCall' && call?.source.path !== undefined && { path: call.source.path }),
      lines: parts.reduce((sum, { pieces }) => pieces.reduce((all, { lines }) => all + lines, sum), 0),
      firstCandidate: candidates.length,
      isTest,
    })
    const source = call?.candidate ?? -1
    const viewPart = turns.partOf(message, index)
    const outcome: ViewPart = message > turns.lastTyped ? 'present' : 'action'
    const first = candidates.length
    const isProgram = call?.isListing === true || isProgramFile(call?.source.path)
    const isRead = block.type === 'toolResult' && call?.source.path !== undefined && viewPart !== 'pasted'
    const place = { section, source, outcome, isProgram, isRead, isTest }
    for (const part of parts)
      runs.push(addCandidates(part, { ...place, part: partOf(part, viewPart) }, candidates))
    if (block.type === 'toolResult' && call !== undefined && saysNothing(block, call))
      setBare(candidates, first)
    const named = candidates[first]
    if (block.type !== 'toolCall' || named === undefined) continue
    const isLooking = isLook(block)
    const result = results.get(block.callId)
    const hasFailed = outcomeOf(result).outcome === 'failed'
    const [intent] = toolIntents(block)
    // The head has the tasks as they are; the prompt of a subagent says less than its answer.
    if (intent?.type === 'todo') setBare(candidates, first)
    if (intent?.type === 'delegate') setBare(candidates, first + 1)
    const isRetried = hasFailed && intent?.type === 'modify' && (applied.get(intent.path) ?? -1) > message
    if (isRetried) setBare(candidates, first)
    const how = callOutcome(block, result)
    const isOldCommand = message <= turns.lastTyped && commandOf(block) !== undefined
    candidates[first] = {
      ...named,
      isOutline: false,
      text: belowRoot(how === '' ? title : `${title}${outcomeMark}${how}`, root),
      isBare:
        isRetried ||
        (isLooking ? how === '' || hasFailed : how === '' && (intent?.type === 'todo' || isOldCommand)),
      value: how === '' || isLooking ? named.value : 'key',
      part: isRejected(how) ? 'answer' : named.part,
    }
    // A person who does not allow a command has read all of it.
    if (isRejected(how) && commandOf(block) !== undefined)
      for (let at = first + 1; at < Math.min(candidates.length, first + maxRejected); at += 1)
        candidates[at] = { ...(candidates[at] as Candidate), part: 'answer' }
  }
  return { sections, candidates, runs, numbers: messageNumbers(messages), root }
}

function setBare(candidates: Candidate[], from: number): void {
  for (let at = from; at < candidates.length; at += 1)
    candidates[at] = { ...(candidates[at] as Candidate), isBare: true }
}

/** What a check that passed has printed, and a file after an edit, which the edit itself shows. */
function saysNothing(result: ToolResultBlock, { isCheck, isEdit }: KnownCall): boolean {
  return isEdit ? outcomeOf(result).outcome !== 'failed' : isCheck && hasPassed(result.text)
}

const hasPassed = remembered((text): boolean => checkVerdict(commandOutput(text)) === 'passed')

/** The last message in which an edit of each file went through, by its path. */
function lastApplied(
  messages: readonly Message[],
  results: ReadonlyMap<string, ToolResultBlock>,
): ReadonlyMap<string, number> {
  const applied = new Map<string, number>()
  for (const [at, { blocks }] of messages.entries())
    for (const block of blocks) {
      if (block.type !== 'toolCall') continue
      const { outcome } = outcomeOf(results.get(block.callId))
      if (outcome === 'failed' || outcome === 'rejected') continue
      for (const intent of toolIntents(block))
        if (intent.type === 'modify' || intent.type === 'create') applied.set(intent.path, at)
    }
  return applied
}

/** The answer to each call. */
function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ToolResultBlock> {
  const results = new Map<string, ToolResultBlock>()
  for (const { blocks } of messages)
    for (const block of blocks)
      if (block.type === 'toolResult' && !results.has(block.callId)) results.set(block.callId, block)
  return results
}

/** So many lines of a command that was not allowed are shown with the answer to it. */
const maxRejected = 6

/** Between a call and how it came out. */
const outcomeMark = ' → '

/** Where a checker says what is wrong, it has named the place in one of so many lines before. */
const maxBetween = 3
const namedPlace = /^\s{0,4}\S{1,200}\.[A-Za-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/

/** Shorter lines may be part of a call by chance. */
const minSaid = 8

interface Place {
  readonly part: ViewPart
  readonly outcome: ViewPart
  /** It shows or writes a file of a program, or lists files. */
  readonly isProgram: boolean
  /** It shows what a file holds. */
  readonly isRead: boolean
  /** The file holds tests. */
  readonly isTest: boolean
  readonly section: number
  /** The offer that names where the pieces come from; -1 where there is none. */
  readonly source: number
}

const heading = /^ {0,3}#{1,6} |^\*\*[^*\n]{1,120}\*\*:? {0,2}$/

function isHeading(text: string): boolean {
  return heading.test(text)
}

/** `## Summary`, `**Next steps:**`: nothing without what comes below it. A bold line of more words says something. */
const title = /^ {0,3}#{1,6} |^\*\*(?:[^\s*]{1,40} ?){1,5}\*\*:? {0,2}$/

const tableRow = /^\s{0,12}\|/
/** ```` ```go ```` opens a block of a program, ```` ```bash ```` one of commands. */
const fenceLine = /^\s{0,12}(?:`{3,}|~{3,})\s{0,2}([\w+#-]{0,20})/
const commandFence = /^(?:ba|z|fi)?sh$|^shell$|^console$|^powershell$|^cmd$/

/** What a program put into a user's message was not typed. */
function partOf({ author, isPasted }: BlockPart, part: ViewPart): ViewPart {
  if (part !== 'typed') return part
  if (isPasted === true || author === 'words') return 'pasted'
  return author === 'user' ? 'typed' : 'evidence'
}

/** What an output says of itself; a count of its lines is none of it. */
function isOutcome({ value, isStatement }: LabelledPiece): boolean {
  return value === 'key' && isStatement !== true
}

/** An offer before its place among the others is known. */
interface Draft extends Omit<Candidate, 'section' | 'part'> {
  /** Index among the drafts of its part; -1 where there is none, -2 for the offer that names where they come from. */
  readonly under: number
  /** See `isOutcome`. */
  readonly isOutcome: boolean
}

const underSource = -2

/** All that the drafts of a part depend on beside its pieces. */
interface DraftPlace
  extends Pick<BlockPart, 'author' | 'binds'>,
    Pick<Place, 'isProgram' | 'isRead' | 'isTest'> {
  readonly isDocument: boolean
  readonly isLatest: boolean
  readonly hasSource: boolean
  /** What the call of an output says. */
  readonly said: string | undefined
}

/** The drafts of a part, with what was read of their lines since. */
class DraftList {
  readonly place: DraftPlace
  readonly drafts: readonly Draft[]
  /** How often they were offered: what is offered once need not be kept. */
  offered = 0
  #terms: LineTerms | undefined
  #tokens: { readonly by: TokenCounter['count']; readonly counts: Float64Array } | undefined

  constructor(place: DraftPlace, drafts: readonly Draft[]) {
    this.place = place
    this.drafts = drafts
  }

  scan(line: number, sink: TermSink): void {
    this.#terms ??= new LineTerms(this.drafts.length)
    this.#terms.scan(line, (this.drafts[line] as Draft).text, sink)
  }

  tokensOf(line: number, { count }: TokenCounter): number {
    if (this.#tokens?.by !== count)
      this.#tokens = { by: count, counts: new Float64Array(this.drafts.length).fill(-1) }
    const { counts } = this.#tokens
    if (counts[line] === -1) counts[line] = count((this.drafts[line] as Draft).text)
    return counts[line] as number
  }
}

/** Offers in a row that come from one list of drafts. */
export interface CandidateRun {
  readonly first: number
  readonly list: DraftList
}

/** Pieces that were read before come as the same list. */
const known = new WeakMap<readonly LabelledPiece[], DraftList>()

function draftsOf(pieces: readonly LabelledPiece[], place: DraftPlace): DraftList {
  const before = known.get(pieces)
  if (before !== undefined && isSamePlace(before.place, place)) return before
  const list = new DraftList(place, readDrafts(pieces, place))
  known.set(pieces, list)
  return list
}

function isSamePlace(one: DraftPlace, other: DraftPlace): boolean {
  return (
    one.author === other.author &&
    one.binds === other.binds &&
    one.isProgram === other.isProgram &&
    one.isRead === other.isRead &&
    one.isTest === other.isTest &&
    one.isDocument === other.isDocument &&
    one.isLatest === other.isLatest &&
    one.hasSource === other.hasSource &&
    one.said === other.said
  )
}

function addCandidates(
  { pieces, author, binds }: BlockPart,
  { section, source, part, outcome, isProgram, isRead, isTest }: Place,
  candidates: Candidate[],
): CandidateRun {
  const said = author === 'tools' ? candidates[source]?.text : undefined
  const list = draftsOf(pieces, {
    author,
    binds,
    isProgram,
    isRead,
    isTest,
    isDocument: part === 'report' || part === 'pasted',
    isLatest: part === 'latest',
    hasSource: source >= 0,
    said,
  })
  // Where the call says how it came out, what else it printed is evidence.
  const ofOutcome =
    part === 'evidence' && source >= 0 && said?.includes(outcomeMark) !== true ? outcome : part
  const { drafts } = list
  list.offered += 1
  const first = candidates.length
  for (let at = 0; at < drafts.length; at += 1) {
    const draft = drafts[at] as Draft
    const under = draft.under >= 0 ? first + draft.under : draft.under === underSource ? source : -1
    candidates.push({
      text: draft.text,
      label: draft.label,
      value: draft.value,
      section,
      author,
      under: under === first + at ? -1 : under,
      lines: draft.lines,
      number: draft.number,
      isRule: draft.isRule,
      isBare: draft.isBare,
      isCode: draft.isCode,
      isSignature: draft.isSignature,
      isOutline: draft.isOutline,
      part: draft.isOutcome ? ofOutcome : part,
    })
  }
  return { first, list }
}

/** Pieces of several lines are offered line by line: a planner takes what it needs of them. */
function readDrafts(pieces: readonly LabelledPiece[], place: DraftPlace): readonly Draft[] {
  const { author, binds, isProgram, isRead, isTest, isDocument, isLatest, hasSource, said } = place
  const drafts: Draft[] = []
  const firstOf: number[] = []
  /** The language of the fence that a line is in. */
  let fence: string | undefined
  /** The last line that names a place in a file. */
  let located = Number.NEGATIVE_INFINITY
  const source = hasSource ? underSource : -1
  const isOutline = isRead || (isProgram && (author === 'tools' || (isTest && author === 'calls')))
  for (const piece of pieces) {
    const parent = piece.under === undefined ? undefined : pieces[piece.under]
    const isNamed = parent?.isTitle === true && hasSource
    const isNeeded =
      parent !== undefined &&
      !isNamed &&
      (parent.isStatement === true ||
        parent.value === 'key' ||
        tableRow.test(parent.text) ||
        ((author === 'words' || isDocument) && isHeading(parent.text)))
    const under = isNeeded ? (firstOf[piece.under as number] ?? source) : source
    firstOf.push(drafts.length)
    const texts = piece.isStatement === true || piece.lines < 2 ? [piece.text] : piece.text.split('\n')
    if (piece.isTitle === true && hasSource) continue
    for (let index = 0; index < texts.length; index += 1) {
      const line = texts[index] as string
      const start = piece.numbers?.[index] ?? 0
      const shown = start === 0 ? line : line.slice(start)
      const text = author === 'tools' ? withoutJobPrefix(shown) : shown
      if (isBlankLine(text)) continue
      // The outcome of a call is shown beside its name.
      const opened = fenceLine.exec(text)?.[1]
      if (opened !== undefined) fence = fence === undefined ? opened : undefined
      const isExample = fence !== undefined && !commandFence.test(fence)
      const says =
        opened === undefined &&
        // An import that was added last is what was done last.
        ((isLatest && piece.label === '+' && /\w/.test(text)) || !isBoilerplate(text)) &&
        !(piece.label === '-' && comment.test(text)) &&
        !(said !== undefined && isSaidOf(said, text))
      // `src/a.ts:12:5 lint/style`, and in one of the next lines what is wrong there.
      const isAt = author === 'tools' && piece.value === 'key' && drafts.length - located <= maxBetween
      if (author === 'tools' && !isAt && namedPlace.test(text)) located = drafts.length
      const needed = isAt && under === source ? located : under
      drafts.push({
        text,
        label: piece.label ?? '',
        value: says || piece.value === 'useful' ? piece.value : 'noise',
        author,
        under: needed === drafts.length ? -1 : needed,
        lines: texts.length > 1 ? 1 : piece.lines,
        number: start > 0 ? numberBefore(line, start) : undefined,
        isRule: binds && keyLine(text, 'user') === 'required',
        // Of what a command printed, its outcome.
        isBare: !says || ((author === 'words' || isDocument) && title.test(text)),
        isCode: isExample || isStatement(piece, place, text),
        isSignature: isProgram && author === 'calls' && piece.label === undefined && signature.test(text),
        isOutline,
        isOutcome: isOutcome(piece),
      })
    }
  }
  return drafts
}

/** Settings are read line by line, programs are not. */
const settings = /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|env|properties|lock|css|scss|html?|xml|sql)$/i

function isProgramFile(path: string | undefined): boolean {
  return path !== undefined && languageOfName(path) !== undefined && !settings.test(path)
}

/** `func (p *Parser) Next() Token {`, `export async function load(path: string) {`, `def load(self):` */
const signature =
  /^\s{0,16}(?:(?:export|default|public|private|protected|static|async|pub|final|override) ){0,4}(?:func|function|def|fn|class|interface|struct|type)\b.{0,300}[{:(]\s{0,4}$/

/** `parser_test.go`, `parser.test.ts`, `test_parser.py`, `ParserSpec.scala` */
const testName = /(?:^|[._-])(?:tests?|specs?)[._-]|(?:Test|Tests|Spec)\.\w{1,8}$/

function isTestFile(path: string | undefined): boolean {
  return path !== undefined && testName.test(baseName(path))
}

/** A comment that a change takes away. */
const comment = /^\s{0,80}(?:\/\/|\/\*|\*|#(?!#{0,5} )|--|<!--)/

function isStatement(
  piece: LabelledPiece,
  { author, isDocument, isProgram }: DraftPlace,
  text: string,
): boolean {
  if (isDocument) return isCodeText(text)
  return author !== 'user' && piece.value === 'plain' && (isProgram || isCodeText(text))
}

function isCodeText(text: string): boolean {
  return isCodeLine({ text, start: 0, end: text.length, first: leadingSpace(text) })
}

function isSaidOf(said: string, text: string): boolean {
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
