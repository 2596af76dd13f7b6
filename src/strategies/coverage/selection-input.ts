/** Everything a conversation could show in a digest, with what each part costs and what it covers. */
import { type Author, authors, entityIndex, type Utterance } from '../../measure/entity-index.ts'
import { toolOutputRefs } from '../../measure/relations/tool-output-refs.ts'
import type { Measured } from '../../reduce/plan.ts'
import { contentWords } from '../../scan/content-words.ts'
import type { Message } from '../../types.ts'
import { type Conversation, textAt } from '../../view/conversation.ts'
import type { SelectionInput } from './choose-pieces.ts'
import type { CoverageWeights } from './coverage-weights.ts'
import { type Candidate, type Candidates, candidatesOf } from './digest/candidates.ts'
import { documentWorth } from './digest/document-worth.ts'
import { splitByAuthor } from './digest/split-by-author.ts'
import { type ShownText, staleness, withStaleness } from './digest/staleness.ts'
import { type ViewPart, viewParts } from './digest/view-part.ts'
import { phraseWeights, termWeights } from './entity-weights.ts'
import { nearness } from './nearness.ts'

export interface CoverageInput extends SelectionInput {
  readonly candidates: Candidates
  /** The user's rules, each once, the latest first. */
  readonly rules: readonly number[]
  /** The message that a piece comes from. */
  messageOf(piece: number): number
  partOf(piece: number): ViewPart
  /** The same for all pieces, as indices into `viewParts`. */
  readonly partNumbers: Uint8Array
}

/** Steps after which what was said or done last counts half as much more. */
const baseAge = 15
/** From this share of the whole on, calls that only look and lines of boilerplate have some worth. */
const minForLooks = 0.1
/** From this share of the whole on, statements of a program and sections aside are worth as much as any line. */
const shareForEvidence = 0.15
/** What a line of a program that was only looked at is worth with the least room. */
const minOutline = 0.3
/** Of so few in a block each is worth as much as any line. */
const fewStatements = 4
/** Requests so few turns ago say what the work is about now. */
const nowTurns = 1
/** Announcements are kept among so many of the newest steps. */
const newestSteps = 6

/** Tokens of `#12 user: `, and of `#12 → [3/40 lines]`. */
const sectionTokens: Readonly<Record<(typeof authors)[number], number>> = {
  user: 4,
  words: 5,
  calls: 3,
  tools: 9,
}

export interface SelectionSettings {
  readonly isKept: (message: number) => boolean
  /** What the view says beside its messages. */
  readonly shown: string
  readonly focus: string
  /** The budget, as a share of the whole. */
  readonly share: number
  /** The directory that paths in titles are below. */
  readonly root: string | undefined
  /** See `talkShare`. */
  readonly talk: number
}

export function selectionInput(
  { messages, blocks, counters: { ranker } }: Conversation,
  weights: CoverageWeights,
  { isKept, shown, focus, share, talk, root }: SelectionSettings,
): CoverageInput {
  const keptBlocks = blocks.filter(({ message }) => isKept(message))
  const candidates = withStaleness(
    candidatesOf(
      messages,
      blocks.filter(({ message }) => !isKept(message)),
      root,
    ),
    shownTexts(keptBlocks, messages),
  )
  const isStanding = (candidate: number, as: number): boolean => candidates.staleness?.[candidate] === as
  const costs = new Float64Array(candidates.candidates.length)
  /** Of each text, without what is shown before it. */
  const tokens = new Float64Array(candidates.candidates.length)
  const firsts = firstOfSame(candidates.candidates)
  const index = entityIndex(utterances())
  const sections = candidates.candidates.map(({ section }) => section)
  const { terms: focused } = index.knownIn(focus)
  const statements = new Uint32Array(candidates.sections.length)
  for (const { section, isCode } of candidates.candidates)
    if (isCode) statements[section] = (statements[section] as number) + 1
  // With more room what matters is how much is covered.
  const evidenceShare = Math.min(1, share / shareForEvidence)
  const documents = documentWorths(candidates)
  const near = nearness(index.terms, sections, focused)
  return {
    candidates,
    messageOf: piece => candidates.sections[candidates.candidates[piece]?.section ?? 0]?.message ?? 0,
    rules: latestRules(candidates).filter(
      rule => !shown.includes((candidates.candidates[rule] as Candidate).text.trim()),
    ),
    costs,
    worth: candidates.candidates.map(
      ({ value, isBare, isCode, isOutline, part }, candidate) =>
        (isCode ? codeWorth(candidate) : 1) *
        (isOutline && part !== 'latest' ? Math.max(minOutline, evidenceShare) : 1) *
        (documents[candidate] as number) ** (1 - evidenceShare) *
        // With more room it is of use to know what was looked at and imported.
        (isBare && share < minForLooks ? 0 : 1) *
        valued(weights.value[value]) *
        (isStanding(candidate, staleness.outdated) ? weights.outdated : 1) *
        (1 + weights.nearness * (near[candidate] as number)),
    ),
    base: candidates.candidates.map((candidate, piece) => {
      const { part, section, value, label, isBare, isCode, text } = candidate
      if (value === 'noise' || isBare) return 0
      const { turnsAgo, age } = candidates.sections[section] as Candidates['sections'][number]
      const recency = 1 / (1 + age / baseAge)
      const isSaid = part === 'conclusion' || part === 'narration' || part === 'words'
      const isFiller = isSaid && (isExample(text) || (age > newestSteps && announces.test(text)))
      // Of a change the lines that it is known by come first.
      const isBody = label === '+' && value === 'plain'
      const lower = label === '-' || isBody || isFiller ? 0.2 : 1
      const higher =
        part === 'pasted' || part === 'report'
          ? 2 * (documents[piece] as number)
          : (isSaid && reasons.test(text)) || (part === 'latest' && located.test(text))
            ? 2
            : 1
      const code = isCode ? codeWorth(piece) : 1
      return (
        ((lower * higher * code * weights.base[part]) / (1 + turnsAgo * weights.turnDecay)) * (0.5 + recency)
      )
    }),
    partOf: piece => (candidates.candidates[piece] as Candidate).part,
    partNumbers: partNumbersOf(candidates),
    sections,
    sectionCosts: candidates.sections.map(({ author }) => sectionTokens[author]),
    under: candidates.candidates.map(({ under }) => under),
    terms: index.terms,
    phrases: index.phrases,
    termWeights: termWeights(index.termFacts, weights, { focused, share, talk }),
    phraseWeights: phraseWeights(index.phraseFacts, weights, talk),
  }

  /** A statement means little without those around it: with little room only changes of a few lines are shown. */
  function codeWorth(piece: number): number {
    const { section, part } = candidates.candidates[piece] as Candidate
    if (part === 'latest') return 1
    const fewest = Math.min(1, fewStatements / (statements[section] as number))
    return Math.max(fewest, evidenceShare) ** 2
  }

  /** Where people only speak, no sentence tells more than another by its form. */
  function valued(value: number): number {
    return value + (1 - value) * talk
  }

  /** What is on offer is counted when its turn comes: its characters are read once for both. */
  function* utterances(): Generator<Utterance> {
    for (let piece = 0; piece < costs.length; piece += 1) {
      const { text, label, section, author } = candidates.candidates[piece] as Candidate
      const { age } = candidates.sections[section] as Candidates['sections'][number]
      const first = firsts[piece] as number
      const same = first < piece ? first : undefined
      tokens[piece] = same === undefined ? ranker.count(text) : (tokens[same] as number)
      costs[piece] = (tokens[piece] as number) + (label === '' ? 0 : ranker.count(label)) + 1
      yield { text, author: authors.indexOf(author) as Author, age, same }
    }
    // What is said again later is never taken.
    for (let piece = 0; piece < costs.length; piece += 1)
      if (isStanding(piece, staleness.repeated)) costs[piece] = Number.POSITIVE_INFINITY
    // What stays is not on offer, but it says who uses what, and needs no second mention.
    for (const block of keptBlocks) yield* utterancesOf(block, messages)
    if (shown !== '') yield said(shown)
  }
}

/** `Now let me check the tests:` */
const announces =
  /^(?:\S{1,12}[!.] )?(?:ok(?:ay)?,? |good,? |great,? |now,? |next,? |first,? |also,? |so )?(?:let me|let['’]s|i['’]ll|i will|i need to|i should|i can see|i see|i (?:now )?have (?:a|all|enough|the full)\b[^.]{0,40}(?:understanding|picture|context|information))\b.{0,160}[:.]$/i

/** `src/a.ts:12:5`: where something is wrong. */
const located = /[\w-]\.[a-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/i

/** By what the talk of now speaks of: the last requests, and what the agent has said since. */
function documentWorths({ candidates, sections }: Candidates): Float64Array {
  const worths = new Float64Array(candidates.length).fill(1)
  let said = ''
  for (const { part, section, text } of candidates) {
    const turnsAgo = sections[section]?.turnsAgo ?? 0
    const isNow = (part === 'typed' || part === 'answer' || part === 'conclusion') && turnsAgo <= nowTurns
    if (isNow || part === 'narration') said += `${text}\n`
  }
  const talk = contentWords(said)
  for (let first = 0; first < candidates.length; ) {
    const { part, section } = candidates[first] as Candidate
    let end = first + 1
    while (candidates[end]?.section === section && candidates[end]?.part === part) end += 1
    if (part === 'pasted' || part === 'report')
      worths.set(
        documentWorth(
          candidates.slice(first, end).map(({ text }) => text),
          talk,
        ),
        first,
      )
    first = end
  }
  return worths
}

/** `because`, `the issue was`, `instead of`: why something is as it is, or was done so. */
const reasons =
  /\b(?:because|since|so that|in order to|due to|caused by|root cause|the (?:issue|problem|bug|reason|cause) (?:is|was)|turns out|instead of|rather than|actually|wait|however|which means|no longer|only if|unless|not needed|decided|chose|won['’]t|doesn['’]t|didn['’]t|can['’]t)\b/i

/** `    if (ready) {` in an answer: a line of an example. */
const codeEnd = /[{};]$|^\s{4,}\S|\)\s{0,2}=>|:= /

function isExample(text: string): boolean {
  return codeEnd.test(text)
}

function partNumbersOf({ candidates }: Candidates): Uint8Array {
  const numbers = new Uint8Array(candidates.length)
  for (let at = 0; at < candidates.length; at += 1)
    numbers[at] = viewParts.indexOf((candidates[at] as Candidate).part)
  return numbers
}

/** For each offer the first with the same text: half of the lines of a session are shown more than once. */
function firstOfSame(candidates: readonly Candidate[]): Int32Array {
  const firsts = new Int32Array(candidates.length)
  const known = new Map<string, number>()
  for (let at = 0; at < candidates.length; at += 1) {
    const { text } = candidates[at] as Candidate
    const first = known.get(text)
    if (first === undefined) known.set(text, at)
    firsts[at] = first ?? at
  }
  return firsts
}

function said(text: string): Utterance {
  return { text, author: authors.indexOf('words') as Author, age: 0 }
}

/** A rule that was said again is shown once, where it was said last. */
function latestRules({ candidates }: Candidates): readonly number[] {
  const latest = new Map<string, number>()
  for (const [index, { isRule, text }] of candidates.entries()) if (isRule) latest.set(text, index)
  return [...latest.values()].sort((a, b) => b - a)
}

function utterancesOf({ message, block, age }: Measured, messages: Conversation['messages']): Utterance[] {
  const said = messages[message] as Message
  const kept = said.blocks[block]
  if (kept === undefined || kept.type === 'opaque') return []
  return splitByAuthor(messages, { message, block }, kept).map(({ text, author }) => ({
    text,
    author: authors.indexOf(author) as Author,
    age,
  }))
}

/** The answers among these blocks, each with what it shows. */
function shownTexts(blocks: readonly Measured[], messages: Conversation['messages']): readonly ShownText[] {
  return Array.from(toolOutputRefs(messages, blocks), ([measured, { origin }]) => ({
    message: measured.message,
    origin,
    text: textAt(messages, measured),
  }))
}
