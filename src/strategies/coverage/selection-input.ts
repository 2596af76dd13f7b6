/** Everything a conversation could show in a digest, with what each part costs and what it covers. */
import { type Author, authors, entityIndex, type Utterance } from '../../measure/entity-index.ts'
import { toolOutputRefs } from '../../measure/relations/tool-output-refs.ts'
import type { Measured } from '../../reduce/plan.ts'
import { contentWords } from '../../scan/content-words.ts'
import type { TermSink } from '../../scan/terms.ts'
import type { Message } from '../../types.ts'
import { type Conversation, textAt } from '../../view/conversation.ts'
import type { SelectionInput } from './choose-pieces.ts'
import type { CoverageWeights } from './coverage-weights.ts'
import {
  type Candidate,
  type CandidateRun,
  type Candidates,
  candidatesOf,
  type Section,
} from './digest/candidates.ts'
import { documentWorth } from './digest/document-worth.ts'
import { splitByAuthor } from './digest/split-by-author.ts'
import { type ShownText, staleness, withStaleness } from './digest/staleness.ts'
import { type ViewPart, viewParts } from './digest/view-part.ts'
import { phraseWeights, termWeights } from './entity-weights.ts'
import { lineDensities, sectionCounts } from './line-density.ts'
import { nearness } from './nearness.ts'

export interface CoverageInput extends SelectionInput {
  readonly candidates: Candidates
  /** The user's rules, each once, the latest first. */
  readonly rules: readonly number[]
  /** The message that a piece comes from. */
  messageOf(piece: number): number
  partOf(piece: number): ViewPart
  /** The pieces of these parts, in ascending order. */
  piecesOf(parts: readonly ViewPart[]): ArrayLike<number>
  /** How much of their room documents are worth, from 0 to 1: those of requests that were answered fade. */
  readonly documentShare: number
}

/** Steps after which what was said or done last counts half as much more. */
const baseAge = 15
/** From this share of the whole on, calls that only look and lines of boilerplate have some worth. */
const minForLooks = 0.1
/** From this share of the whole on, statements of a program and sections aside are worth as much as any line. */
const shareForEvidence = 0.15
/** What a line of a program that was only looked at is worth with the least room. */
const minOutline = 0.3
/** What is left of the worth of a line that says little beside others of its part. */
const minShown = 0.2
/** Of so few in a block each is worth as much as any line. */
const fewStatements = 4
/** Requests so few turns ago say what the work is about now. */
const nowTurns = 1
/** What is left of the worth of a document, however many requests came after it. */
const minFading = 0.25
/** Of the last words of a turn so many tokens are shown before those of other turns. */
const conclusionTokens = 100
const documentTokens = 400
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
  const counts = sectionCounts(candidates)
  for (const { section, isCode } of candidates.candidates)
    if (isCode) statements[section] = (statements[section] as number) + 1
  // With more room what matters is how much is covered.
  const evidenceShare = Math.min(1, share / shareForEvidence)
  const talkNow = talkOfNow(candidates, keptTalk(keptBlocks, messages))
  const documents = documentWorths(candidates, talkNow)
  const densities = lineDensities(candidates, weights.lines, {
    terms: index.terms,
    talk: index.knownIn(talkNow).terms,
    tokens,
    counts,
  })
  // Where people only speak, each topic counts, however long ago it was.
  const densityPower = 1 - talk
  // What is chosen last covers what was said long ago, too.
  const coveragePower = (densityPower * (1 - evidenceShare)) / 2
  const near = nearness(index.terms, sections, focused)
  return {
    candidates,
    messageOf: piece => candidates.sections[candidates.candidates[piece]?.section ?? 0]?.message ?? 0,
    rules: latestRules(candidates).filter(
      rule => !shown.includes((candidates.candidates[rule] as Candidate).text.trim()),
    ),
    costs,
    worth: candidates.candidates.map(
      ({ value, isBare, isCode, text, part, section }, candidate) =>
        (densities[candidate] as number) ** coveragePower *
        (isAnnouncement(part, section, text) ? Math.max(minOutline, evidenceShare) : 1) *
        (isCode ? codeWorth(candidate) : 1) *
        Math.max(outlineWorth(candidates.candidates[candidate] as Candidate), evidenceShare) *
        (documents[candidate] as number) ** (1 - evidenceShare) *
        // With more room it is of use to know what was looked at and imported.
        ((isBare || isInsideTest(candidate)) && share < minForLooks ? 0 : 1) *
        valued(weights.value[value]) *
        (isStanding(candidate, staleness.outdated) ? weights.outdated : 1) *
        (1 + weights.nearness * (near[candidate] as number)),
    ),
    base: candidates.candidates.map((candidate, piece) => {
      const { part, section, author, value, label, isBare, text } = candidate
      if (value === 'noise' || isBare || isInsideTest(piece)) return 0
      const isPersonal = part === 'typed' || part === 'answer'
      // What a person says counts each time, and so does what was done last.
      const isEach = isPersonal || (part === 'latest' && author === 'calls')
      if (firsts[piece] !== piece && !isEach) return 0
      if (isPersonal) return weights.base[part] * fadingOfTalk(section)
      const isSaid = part === 'conclusion' || part === 'narration' || part === 'words'
      const isFiller = isSaid && (isExample(text) || isAnnouncement(part, section, text))
      // Of an output the lines that say where something is wrong come first.
      const isPrinted = part === 'latest' && author === 'tools' && value === 'plain' && !located.test(text)
      const higher =
        part === 'pasted' || part === 'report'
          ? 2 * (documents[piece] as number)
          : part === 'latest' && isCall(piece)
            ? 4
            : (isSaid && reasons.test(text)) || (part === 'latest' && located.test(text))
              ? 2
              : 1
      const lower = isFiller || isPrinted || label === '-' ? minShown : 1
      return weights.base[part] * higher * lower * (densities[piece] as number) ** densityPower
    }),
    documentShare: documentShare(candidates),
    partOf: piece => (candidates.candidates[piece] as Candidate).part,
    piecesOf: piecesByPart(candidates),
    sections,
    sectionCosts: candidates.sections.map(({ author }) => sectionTokens[author]),
    sectionHalves: candidates.sections.map(({ firstCandidate, turnsAgo }) =>
      halvedAt(candidates.candidates[firstCandidate]?.part, turnsAgo),
    ),
    under: candidates.candidates.map(({ under }) => under),
    terms: index.terms,
    phrases: index.phrases,
    termWeights: termWeights(index.termFacts, weights, { focused, share, talk }),
    phraseWeights: phraseWeights(index.phraseFacts, weights, talk),
  }

  /** What people said last comes first. */
  function fadingOfTalk(section: number): number {
    const { turnsAgo, age } = sectionOf(section)
    return (0.5 + 1 / (1 + age / baseAge)) / (1 + turnsAgo * weights.turnDecay)
  }

  /** What a test is made of: it is known by its name. */
  function isInsideTest(piece: number): boolean {
    const { section, author, value } = candidates.candidates[piece] as Candidate
    if (author !== 'calls' || value === 'key' || isCall(piece)) return false
    return sectionOf(section).isTest && (counts[section] as number) > fewStatements
  }

  function sectionOf(section: number): Section {
    return candidates.sections[section] as Section
  }

  /** Whether it names a call, and how that came out. */
  function isCall(piece: number): boolean {
    const { section, author } = candidates.candidates[piece] as Candidate
    return author === 'calls' && candidates.sections[section]?.firstCandidate === piece
  }

  /** What the agent was about to do is known by what it did. */
  function isAnnouncement(part: ViewPart, section: number, text: string): boolean {
    if (part !== 'narration' && part !== 'words' && part !== 'conclusion') return false
    return (candidates.sections[section]?.age ?? 0) > newestSteps && announces.test(text)
  }

  /** A statement means little without those around it: with little room only changes of a few lines are shown. */
  function codeWorth(piece: number): number {
    const { section, part, isOutline } = candidates.candidates[piece] as Candidate
    if (part === 'latest' && !isOutline) return 1
    const fewest = Math.min(1, fewStatements / (statements[section] as number))
    return Math.max(fewest, evidenceShare) ** 2
  }

  /** Where people only speak, no sentence tells more than another by its form. */
  function valued(value: number): number {
    return value + (1 - value) * talk
  }

  /** What is on offer is counted when its turn comes: its characters are read once for both. */
  function* utterances(): Generator<Utterance> {
    const { runs = [] } = candidates
    let next = 0
    for (let piece = 0; piece < costs.length; piece += 1) {
      const { text, label, section, author } = candidates.candidates[piece] as Candidate
      const { age } = sectionOf(section)
      const first = firsts[piece] as number
      const same = first < piece ? first : undefined
      while (next < runs.length && (runs[next] as CandidateRun).first <= piece) next += 1
      const known = same === undefined ? knownLine(runs[next - 1], piece, text) : undefined
      tokens[piece] =
        same === undefined
          ? (known?.list.tokensOf(known.line, ranker) ?? ranker.count(text))
          : (tokens[same] as number)
      costs[piece] = (tokens[piece] as number) + (label === '' ? 0 : ranker.count(label)) + 1
      const scan = known === undefined ? undefined : (sink: TermSink) => known.list.scan(known.line, sink)
      yield { text, author: authors.indexOf(author) as Author, age, same, scan }
    }
    // What is said again later is never taken.
    for (let piece = 0; piece < costs.length; piece += 1)
      if (isStanding(piece, staleness.repeated)) costs[piece] = Number.POSITIVE_INFINITY
    // What stays is not on offer, but it says who uses what, and needs no second mention.
    for (const block of keptBlocks) yield* utterancesOf(block, messages)
    if (shown !== '') yield said(shown)
  }
}

/** The line that an offer was read from, where it was on offer before: its tokens and terms are kept. */
function knownLine(
  run: CandidateRun | undefined,
  piece: number,
  text: string,
): { readonly list: CandidateRun['list']; readonly line: number } | undefined {
  if (run === undefined || run.list.offered < 2) return undefined
  const line = piece - run.first
  // A call is shown with how it came out.
  return run.list.drafts[line]?.text === text ? { list: run.list, line } : undefined
}

/** What a line of a program is worth beside others where it was only looked at, or says no more than a name. */
function outlineWorth({ isOutline, isSignature, part }: Candidate): number {
  if (isOutline) return part === 'latest' ? 2 * minOutline : minOutline
  return isSignature ? 0.5 : 1
}

/** `Now let me check the tests:` */
const announces =
  /^(?:\S{1,12}[!.] )?(?:ok(?:ay)?,? |good,? |great,? |now,? |next,? |first,? |also,? |so )?(?:let me|let['’]s|i['’]ll|i will|i need to|i should|i can see|i see|i (?:now )?have (?:a|all|enough|the full)\b[^.]{0,40}(?:understanding|picture|context|information))\b.{0,160}[:.]$/i

/** `src/a.ts:12:5`: where something is wrong. */
const located = /[\w-]\.[a-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/i

/** Documents share their room, and so do the last words of earlier turns. */
function halvedAt(part: ViewPart | undefined, turnsAgo: number): number {
  if (part === 'pasted' || part === 'report') return documentTokens
  return part === 'conclusion' && turnsAgo > nowTurns ? conclusionTokens : Number.POSITIVE_INFINITY
}

/** What was handed over with a request that has been answered; a summary of earlier work has no such request. */
function fadingOf(turnsAgo: number): number {
  return Math.max(minFading, 1 / (1 + turnsAgo / 2))
}

/** By the newest of them. */
function documentShare({ candidates, sections }: Candidates): number {
  let share = 0
  for (const { part, section, author } of candidates)
    if (part === 'pasted' || part === 'report')
      share = Math.max(share, author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0))
  return share
}

/** The last requests, and what the agent has said since. */
function talkOfNow({ candidates, sections }: Candidates, kept: string): string {
  let said = kept
  for (const { part, section, text } of candidates) {
    const turnsAgo = sections[section]?.turnsAgo ?? 0
    const isNow = (part === 'typed' || part === 'answer' || part === 'conclusion') && turnsAgo <= nowTurns
    if (isNow || part === 'narration') said += `${text}\n`
  }
  return said
}

function documentWorths({ candidates, sections }: Candidates, talkNow: string): Float64Array {
  const worths = new Float64Array(candidates.length).fill(1)
  const talk = contentWords(talkNow)
  for (let first = 0; first < candidates.length; ) {
    const { part, section } = candidates[first] as Candidate
    let end = first + 1
    while (candidates[end]?.section === section && candidates[end]?.part === part) end += 1
    if (part === 'pasted' || part === 'report') {
      const lines = candidates.slice(first, end)
      const fading = lines[0]?.author === 'words' ? 1 : fadingOf(sections[section]?.turnsAgo ?? 0)
      const own = documentWorth(
        lines.map(({ text }) => text),
        talk,
      )
      worths.set(
        own.map(worth => worth * fading),
        first,
      )
    }
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

function piecesByPart({ candidates }: Candidates): CoverageInput['piecesOf'] {
  const byPart = new Map<ViewPart, number[]>(viewParts.map(part => [part, []]))
  for (let at = 0; at < candidates.length; at += 1) byPart.get((candidates[at] as Candidate).part)?.push(at)
  return parts => {
    const pieces = parts.flatMap(part => byPart.get(part) ?? [])
    return parts.length === 1 ? pieces : pieces.sort((one, other) => one - other)
  }
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

/** What people and the agent say in messages that stay as they are. */
function keptTalk(blocks: readonly Measured[], messages: Conversation['messages']): string {
  return blocks
    .filter(({ type, role }) => type === 'text' && (role === 'user' || role === 'assistant'))
    .map(measured => `${textAt(messages, measured)}\n`)
    .join('')
}

/** The answers among these blocks, each with what it shows. */
function shownTexts(blocks: readonly Measured[], messages: Conversation['messages']): readonly ShownText[] {
  return Array.from(toolOutputRefs(messages, blocks), ([measured, { origin }]) => ({
    message: measured.message,
    origin,
    text: textAt(messages, measured),
  }))
}
