/** The worth of each candidate: by what it covers, and by itself within its part of the view. */
import type { CoverageWeights } from '../coverage-weights.ts'
import { isEditLabel } from '../facts/is-edit-label.ts'
import {
  announcesStep,
  isExample,
  isLeadIn,
  isListItem,
  isPicturePath,
  namesPlace,
  speaksOfDiagnostics,
} from '../facts/line-forms.ts'
import { statesTest } from '../facts/states-test.ts'
import { staleness } from '../mark/staleness.ts'
import type { Candidate, Section } from '../read/candidate.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { authorIn, partIn, valueIn } from '../read/line-bits.ts'
import { answersInHead } from './answers-in-head.ts'
import { editCounts } from './edit-counts.ts'
import { passingWords } from './passing-words.ts'
import { raiseOpenQuestions } from './raise-open-questions.ts'
import { saidWorth } from './said-worth.ts'
import { coveragePowerOf, evidenceShareOf, minForReadOnlyCalls } from './worth-masks.ts'

/** Steps after which the bonus of recent words is halved. */
const baseAge = 15
/** From this share of the whole on, the body of a test has some worth. */
const minForTests = 0.1
/** The worth of a line of a program that was only read, with the least room. */
const minOutline = 0.3
/** The remaining worth of a line that says little beside others of its part. */
const minShown = 0.2
/** Up to this many statements in a block, each is worth as much as any line. */
const fewStatements = 4
/** The same limit for one of the last edits, and for the last outputs. */
const fewLatest = 12
/** An edit of at most this many lines is small. */
const fewChanged = 2
/** Up to this many removed statements, each one is shown for what it did. */
const fewRemoved = 6
/** The worth of a line that others take the place of. */
const minReplaced = 0.3
/** After a failure, this many lines belong to the diagnosis. */
const firstWords = 3
/** Factor for the description of an open task: it says what comes next. */
const openTask = 4

interface WorthContext {
  readonly weights: CoverageWeights
  /** The budget, as a share of the whole. */
  readonly share: number
  /** See `talkShare`. */
  readonly talk: number
  /** The numbers of the results whose outcome the head of the view shows. */
  readonly checkedBy: ReadonlySet<number>
  /** Candidates of each section. */
  readonly counts: ArrayLike<number>
  /** For each candidate, the first one with the same text. */
  readonly firsts: ArrayLike<number>
  /** See `worthMask`. */
  readonly weighed: ArrayLike<number>
  /** See `lineDensities`. */
  readonly densities: ArrayLike<number>
  /** See `worthInDocuments`. */
  readonly documents: ArrayLike<number>
  /** See `nearness`. */
  readonly near: ArrayLike<number>
  /** See `usedNames`. */
  readonly used: ArrayLike<number>
  /** Of each candidate: the product of `listedNames`, `matchedAlternatives`, `restatingComments` and `bareStatements`. */
  readonly factors: ArrayLike<number>
}

interface CandidateWorth {
  /** Factor for the covered weight of each candidate. */
  readonly worth: Float64Array
  /** Weight of each token of a candidate in its phase, whatever it covers. */
  readonly base: Float64Array
  /** 1 for candidates that keep their weight where others cover the same. */
  readonly isEach: Uint8Array
  /** 1 for items of lists that have a weight in their phase. */
  readonly isItem: Uint8Array
}

export function candidateWorth(
  { candidates, sections, numbers, staleness: known }: ConversationCandidates,
  context: WorthContext,
): CandidateWorth {
  const { weights, share, talk, checkedBy, counts, firsts, weighed } = context
  const { densities, documents, near, used, factors } = context
  const { bits, sections: sectionOf } = candidates
  const { statements, removed, changed } = editCounts(candidates, sections.length, weighed)
  const isInHead = answersInHead(sections, numbers, checkedBy)
  const { isPassing, isOldStep } = passingWords({ candidates, sections }, weighed)
  const evidenceShare = evidenceShareOf(share)
  // In plain talk each topic counts, however old.
  const densityPower = 1 - talk
  const coveragePower = coveragePowerOf(share, talk)
  const worth = new Float64Array(candidates.length)
  const base = new Float64Array(candidates.length)
  const isEach = new Uint8Array(candidates.length)
  const isItem = new Uint8Array(candidates.length)
  for (let piece = 0; piece < candidates.length; piece += 1) {
    if (weighed[piece] === 0) continue
    const candidate = candidates.at(piece) as Candidate
    worth[piece] = worthOf(candidate, piece)
    base[piece] = baseOf(candidate, piece)
    isEach[piece] = Number(countsEach(candidate, piece))
    isItem[piece] = Number((base[piece] as number) > 0 && isListItem(candidate.text))
  }
  raiseOpenQuestions({ candidates, sections }, { worth, base })
  return { worth, base, isEach, isItem }

  function worthOf(candidate: Candidate, piece: number): number {
    const { value, isCode, author, text } = candidate
    if (isShownInHead(candidate, piece) || isOfRemoval(candidate)) return 0
    const ofTest = testWorth(piece)
    return (
      (densities[piece] as number) ** coveragePower *
      (isPassing[piece] === 1 ? passingWorth(candidate, piece) : 1) *
      Math.sqrt(saidOf(candidate)) *
      (author === 'user' && isPicturePath(text) ? minShown : 1) *
      (isCode ? codeWorth(candidate) : 1) *
      (isReplaced(candidate) ? minReplaced : 1) *
      Math.max(outlineWorth(candidate), evidenceShare) *
      Math.max(used[piece] as number, evidenceShare ** 2) *
      (factors[piece] as number) *
      (documents[piece] as number) ** (1 - evidenceShare) *
      (ofTest < 1 && share < minForTests ? 0 : 1) *
      valuedIn(weights.value[value], talk) *
      (known?.[piece] === staleness.outdated ? weights.outdated : 1) *
      (1 + weights.nearness * (near[piece] as number))
    )
  }

  function baseOf(candidate: Candidate, piece: number): number {
    const { part, section, author, value, label, isUninformative, text } = candidate
    if (weights.base[part] === 0) return 0
    if (value === 'noise' || isUninformative || isOfRemoval(candidate)) return 0
    if (isShownInHead(candidate, piece)) return 0
    const isPersonal = part === 'typed' || part === 'answer'
    if (firsts[piece] !== piece && !countsEach(candidate, piece)) return 0
    if (isPersonal) return weights.base[part] * fadingOfTalk(section) * (isPicturePath(text) ? minShown : 1)
    const isSaid = part === 'conclusion' || part === 'narration' || part === 'words'
    if (isPassing[piece] === 1 && passingWorth(candidate, piece) === 0) return 0
    const isFiller =
      isSaid &&
      (isExample(text) ||
        isPassing[piece] === 1 ||
        speaksOfDiagnostics(text) ||
        (part !== 'narration' && isLeadIn(text)))
    // In a longer output, lines with the place of a problem come first.
    const isPrinted =
      part === 'latest' &&
      author === 'tools' &&
      value === 'plain' &&
      (counts[section] as number) > fewLatest &&
      !namesPlace(text)
    const higher =
      part === 'pasted' || part === 'report'
        ? 2 * (documents[piece] as number)
        : part === 'latest' && isCall(piece)
          ? 4
          : sections[section]?.isOpenTask === true
            ? openTask
            : isSaid
              ? Math.max(saidOf(candidate), isDiagnosis(piece, text) ? 2 : 0)
              : part === 'latest' && namesPlace(text)
                ? 2
                : 1
    const isWhole = part === 'latest' && (changed[section] as number) <= fewLatest
    const isGone = label === '-' && !isWhole && !isSmallEdit(candidate, piece)
    const lower = isFiller || isPrinted || isGone ? minShown : 1
    const aside = isSaid ? (documents[piece] as number) : 1
    const density = (factors[piece] as number) * (densities[piece] as number) ** densityPower
    return weights.base[part] * higher * lower * aside * density * testWorth(piece)
  }

  /** Of the agent's words, by what they do. */
  function saidOf({ part, text }: Candidate): number {
    return part === 'conclusion' || part === 'narration' || part === 'words' ? saidWorth(text) : 1
  }

  /** A person's words keep their weight each time, and so do the latest work, open tasks and a small edit that other files have too. */
  function countsEach(candidate: Candidate, piece: number): boolean {
    const { part } = candidate
    const isTask = sections[candidate.section]?.isOpenTask === true
    return (
      part === 'typed' || part === 'answer' || part === 'latest' || isTask || isSmallEdit(candidate, piece)
    )
  }

  /** Without lines that were replaced, since their replacements say the same. */
  function isSmallEdit(candidate: Candidate, piece: number): boolean {
    const isFew = (changed[candidate.section] as number) <= fewChanged
    return (
      candidate.part === 'present' && isEditLabel(candidates.labels[piece]) && isFew && !isReplaced(candidate)
    )
  }

  /** Recent words come first. */
  function fadingOfTalk(section: number): number {
    const { turnsAgo, age } = sections[section] as Section
    return (0.5 + 1 / (1 + age / baseAge)) / (1 + turnsAgo * weights.turnDecay)
  }

  /** The body of a test: its name is enough. What was written last is shown nowhere else yet, nor is what it expects. */
  function testWorth(piece: number): number {
    const facts = bits[piece] as number
    if (authorIn(facts) !== 'calls' || valueIn(facts) === 'key' || isCall(piece)) return 1
    const section = sectionOf[piece] as number
    const isLatest = partIn(facts) === 'latest'
    const few = isLatest ? fewLatest : fewStatements
    if (!(sections[section] as Section).isTest || (counts[section] as number) <= few) return 1
    if (!isLatest) return 0
    return statesTest(candidates.texts[piece] as string) ? 1 : minShown
  }

  /** The name of a removed definition is enough. */
  function isOfRemoval({ section, label, isCode }: Candidate): boolean {
    return isCode && label === '-' && (removed[section] as number) > fewRemoved
  }

  /** Its replacement shows the current content of the file. */
  function isReplaced({ label, under }: Candidate): boolean {
    return label === '-' && under >= 0 && candidates.labels[under] === '+'
  }

  /** Whether it is the title of a call, with its outcome. */
  function isCall(piece: number): boolean {
    return (
      authorIn(bits[piece] as number) === 'calls' &&
      sections[sectionOf[piece] as number]?.firstCandidate === piece
    )
  }

  /** A check, with its outcome. */
  function isShownInHead({ section }: Candidate, piece: number): boolean {
    return isCall(piece) && isInHead.has(sections[section]?.callId ?? '')
  }

  /** The agent's first words after a failure. */
  function isDiagnosis(piece: number, text: string): boolean {
    const { followsFailure, firstCandidate } = sections[sectionOf[piece] as number] as Section
    return (
      followsFailure === true &&
      piece - firstCandidate < firstWords &&
      !announcesStep(text) &&
      !isLeadIn(text)
    )
  }

  /** A thought is worth its room only for what it found. */
  function passingWorth({ section }: Candidate, piece: number): number {
    const isNothing =
      sections[section]?.isThought === true || (isOldStep[piece] === 1 && share < minForReadOnlyCalls)
    return isNothing ? 0 : Math.max(minOutline, evidenceShare)
  }

  /** A statement means little without its neighbours: with little room only changes of a few lines are shown. */
  function codeWorth({ section, part, isOutline }: Candidate): number {
    if (part === 'latest' && !isOutline) return 1
    const { isSearch, turnsAgo } = sections[section] as Section
    // What the work still has to look at.
    if (isSearch === true && turnsAgo === 0) return 1
    const minWorth = Math.min(1, fewStatements / (statements[section] as number))
    return Math.max(minWorth, evidenceShare) ** 2
  }
}

/** Factor for a line of a program that was only read, or that is only a name. */
function outlineWorth({ isOutline, isSignature, part }: Candidate): number {
  if (isOutline) return part === 'latest' ? 2 * minOutline : minOutline
  return isSignature ? 0.5 : 1
}

/** In plain talk the form of a sentence says nothing about its worth. */
function valuedIn(value: number, talk: number): number {
  return value + (1 - value) * talk
}
