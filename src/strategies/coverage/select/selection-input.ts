/** Everything in a conversation that a digest could show, with the cost of each piece and what it covers. */
import { type AgedText, type Author, authors, EntityIndexBuilder } from '../../../measure/entity-index.ts'
import { toolOutputRefs } from '../../../measure/relations/tool-output-refs.ts'
import { termsOf } from '../../../measure/term-list.ts'
import type { Measured } from '../../../reduce/plan.ts'
import { historyCharacters } from '../../../tokens/message-tokens.ts'
import { isRememberedLength } from '../../../tokens/remembered.ts'
import type { Message } from '../../../types.ts'
import { type Conversation, textAt } from '../../../view/conversation.ts'
import type { CoverageWeights } from '../coverage-weights.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { splitByAuthor } from '../facts/split-by-author.ts'
import { nowTurns, requestTexts, type ViewPart, viewParts } from '../facts/view-part.ts'
import type { TaskTitles } from '../head/task-titles.ts'
import { candidatesOf } from '../mark/candidates-of.ts'
import { type ShownText, withStaleness } from '../mark/staleness.ts'
import type { CandidateColumns, ConversationCandidates } from '../read/candidate-columns.ts'
import { isRuleBit, partIn } from '../read/line-bits.ts'
import { bareStatements } from '../weigh/bare-statements.ts'
import { bareTitles } from '../weigh/bare-titles.ts'
import { CandidateTokens } from '../weigh/candidate-tokens.ts'
import { candidateWorth } from '../weigh/candidate-worth.ts'
import { contradictedComments } from '../weigh/contradicted-comments.ts'
import { phraseWeights, termWeights } from '../weigh/entity-weights.ts'
import { lineDensities, sectionCounts } from '../weigh/line-density.ts'
import { listedNames } from '../weigh/listed-names.ts'
import { matchedAlternatives } from '../weigh/matched-alternatives.ts'
import { nearness } from '../weigh/nearness.ts'
import { restatingComments } from '../weigh/restating-comments.ts'
import { usedNames } from '../weigh/used-names.ts'
import { documentShare, worthInDocuments } from '../weigh/worth-in-documents.ts'
import { densityMask, worthMask } from '../weigh/worth-masks.ts'
import type { SelectionInput } from './choose-pieces.ts'

export interface CoverageInput extends SelectionInput {
  readonly candidates: ConversationCandidates
  /** The user's rules that the view does not show anyway, each once, the latest first; computed on demand. */
  rules(): Iterable<number>
  /** The message that a piece comes from. */
  messageOf(piece: number): number
  partOf(piece: number): ViewPart
  /** The pieces of these parts, in ascending order. */
  piecesOf(parts: readonly ViewPart[]): ArrayLike<number>
  /** See `documentShare`. */
  readonly documentShare: number
}

/** After this many tokens, the last words of other turns come before further words of a turn. */
const conclusionTokens = 100
const documentTokens = 400
/** A long thought tries one thing after another; what was found is said again. */
const thoughtTokens = 100

/** Tokens of `#12 user: `, and of `#12 → [3/40 lines]`. */
const sectionTokens: Readonly<Record<(typeof authors)[number], number>> = {
  user: 4,
  words: 5,
  calls: 3,
  tools: 9,
}

interface SelectionSettings {
  readonly isKept: (message: number) => boolean
  /** The text that the view shows beside its messages. */
  readonly shown: string
  /** The numbers of the results whose outcome that text shows. */
  readonly checkedBy: ReadonlySet<number>
  /** See `settledFailures`. */
  readonly settled: ReadonlySet<string>
  /** See `TaskTitles`. */
  readonly tasks: TaskTitles
  readonly focus: string
  /** The budget, as a share of the whole. */
  readonly share: number
  readonly facts: ConversationFacts
  /** See `talkShare`. */
  readonly talk: number
}

export function selectionInput(
  { messages, blocks, counters: { ranker } }: Conversation,
  weights: CoverageWeights,
  { isKept, shown, checkedBy, settled, tasks, focus, share, talk, facts }: SelectionSettings,
): CoverageInput {
  const kept = blocks.filter(({ message }) => isKept(message))
  const replaced = blocks.filter(({ message }) => !isKept(message))
  const isRemembered = isRememberedLength(historyCharacters(messages))
  const read = withStaleness(candidatesOf(facts, replaced, isRemembered), keptOutputs(kept, messages))
  const counted = new CandidateTokens(read)
  const { costs, tokens, firsts } = counted
  const builder = new EntityIndexBuilder()
  counted.addTo(builder, ranker)
  // The drafts that lines were read from are no longer needed.
  const candidates = { ...read, runs: undefined }
  // Kept messages are not candidates, but they show who uses which entity, and need no second mention.
  for (const block of kept)
    for (const { text, author, age } of keptUtterances(block, messages))
      builder.add(author, age, termsOf(text))
  if (shown !== '') builder.add(authors.indexOf('words') as Author, 0, termsOf(shown))
  const index = builder.index()
  const columns = candidates.candidates
  const sections = columns.sections.subarray(0, columns.length)
  const { terms: focused } = index.knownIn(focus)
  const counts = sectionCounts(candidates)
  const talkNow = talkOfNow(candidates, keptTalk(kept, messages))
  const weighed = worthMask(candidates, share, settled)
  const densities = lineDensities(candidates, weights.lines, {
    terms: index.terms,
    talk: index.knownIn(talkNow).terms,
    tokens,
    counts,
    weighed: densityMask(candidates, weighed, { weights, share, talk }),
  })
  return {
    candidates,
    messageOf: piece => candidates.sections[sections[piece] ?? 0]?.message ?? 0,
    *rules() {
      for (const rule of latestRules(columns))
        if (!shown.includes((columns.texts[rule] as string).trim())) yield rule
    },
    costs,
    ...candidateWorth(candidates, {
      weights,
      share,
      talk,
      checkedBy,
      counts,
      firsts,
      weighed,
      densities,
      documents: worthInDocuments(candidates, talkNow, requestsOfNow(messages), tasks),
      near: nearness(index.terms, sections, focused),
      used: usedNames(candidates, index),
      factors: product(
        listedNames(candidates, index, share),
        matchedAlternatives(candidates),
        restatingComments(candidates),
        bareStatements(candidates, counts),
        contradictedComments(candidates),
      ),
    }),
    documentShare: documentShare(candidates),
    partOf: piece => partIn(columns.bits[piece] as number),
    piecesOf: piecesByPart(columns),
    sections,
    sectionCosts: candidates.sections.map(({ author }) => sectionTokens[author]),
    sectionHalves: candidates.sections.map(({ firstCandidate, turnsAgo, isThought }) =>
      isThought === true ? thoughtTokens : halvedAt(columns.at(firstCandidate)?.part, turnsAgo),
    ),
    isBare: bareTitles(candidates, shown),
    isOutput: Uint8Array.from(candidates.sections, ({ author }) => Number(author === 'tools')),
    under: columns.unders.subarray(0, columns.length),
    terms: index.terms,
    phrases: index.phrases,
    termWeights: termWeights(index.termFacts, weights, { focused, share, talk }),
    phraseWeights: phraseWeights(index.phraseFacts, weights, talk),
  }
}

/** Documents share their room, and so do the last words of earlier turns. */
function halvedAt(part: ViewPart | undefined, turnsAgo: number): number {
  if (part === 'pasted' || part === 'report') return documentTokens
  return part === 'conclusion' && turnsAgo > nowTurns ? conclusionTokens : Number.POSITIVE_INFINITY
}

function piecesByPart({ bits, length }: CandidateColumns): CoverageInput['piecesOf'] {
  const byPart = new Map<ViewPart, number[]>(viewParts.map(part => [part, []]))
  for (let at = 0; at < length; at += 1) byPart.get(partIn(bits[at] as number))?.push(at)
  return parts => {
    const pieces = parts.flatMap(part => byPart.get(part) ?? [])
    return parts.length === 1 ? pieces : pieces.sort((one, other) => one - other)
  }
}

/** A repeated rule is shown once, at its last occurrence. */
function latestRules({ bits, texts, length }: CandidateColumns): readonly number[] {
  const latest = new Map<string, number>()
  for (let at = 0; at < length; at += 1)
    if (((bits[at] as number) & isRuleBit) !== 0) latest.set(texts[at] as string, at)
  return [...latest.values()].sort((a, b) => b - a)
}

/** Words of people and of the agent in messages that stay as they are. */
function keptTalk(blocks: readonly Measured[], messages: readonly Message[]): string {
  return blocks
    .filter(({ type, role }) => type === 'text' && (role === 'user' || role === 'assistant'))
    .map(measured => `${textAt(messages, measured)}\n`)
    .join('')
}

/** The tool outputs among these blocks, each with its origin. */
function keptOutputs(blocks: readonly Measured[], messages: readonly Message[]): readonly ShownText[] {
  return Array.from(toolOutputRefs(messages, blocks), ([measured, { origin }]) => ({
    message: measured.message,
    origin,
    text: textAt(messages, measured),
  }))
}

function keptUtterances({ message, block, age }: Measured, messages: readonly Message[]): AgedText[] {
  const said = messages[message] as Message
  const kept = said.blocks[block]
  if (kept === undefined || kept.type === 'opaque') return []
  return splitByAuthor(messages, { message, block }, kept).map(({ text, author }) => ({
    text,
    author: authors.indexOf(author) as Author,
    age,
  }))
}

/** The last requests, and the agent's words since. `kept`: words in messages that stay as they are. */
function talkOfNow({ candidates, sections }: ConversationCandidates, kept: string): string {
  const { texts, bits, sections: sectionOf } = candidates
  let said = kept
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const part = partIn(bits[piece] as number)
    const isTurn = part === 'typed' || part === 'answer' || part === 'conclusion'
    const isNow = isTurn && (sections[sectionOf[piece] as number]?.turnsAgo ?? 0) <= nowTurns
    if (isNow || part === 'narration') said += `${texts[piece]}\n`
  }
  return said
}

/** What people say in the last requests. */
function requestsOfNow(messages: readonly Message[]): string {
  const requests: string[] = []
  for (let message = messages.length - 1; message >= 0 && requests.length <= nowTurns; message -= 1) {
    const said = messages[message]?.role === 'user' ? requestTexts(messages, message) : []
    if (said.length > 0) requests.push(said.join('\n'))
  }
  return requests.join('\n')
}

/** The product of several factors of each candidate. */
function product(first: Float64Array, ...others: readonly Float64Array[]): Float64Array {
  return first.map((factor, at) => others.reduce((all, other) => all * (other[at] as number), factor))
}
