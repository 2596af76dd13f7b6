/** The facts of a piece of work: all words of the user, every decision and error, and other findings. */
import { isAnnouncement } from '../../../ledger/facts/announcement.ts'
import type { Fact, Row } from '../../../ledger/ledger.ts'
import { isForProgram } from '../../../scan/acknowledgement.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { isHeading } from '../../../scan/heading-level.ts'
import { proseSentences } from '../../../scan/prose-sentences.ts'
import type { ObservedFact } from '../observation.ts'
import type { WorkPiece } from '../pieces/cut-pieces.ts'
import { commitsIn } from './commits.ts'
import { isFinding } from './is-finding.ts'
import { withoutRoot } from './piece-files.ts'
import { printedFacts } from './printed-facts.ts'
import type { LedgerFact, Typed } from './session-reading.ts'

/** Remembers what a session has already said: each fact is reported once, at its first occurrence. */
export class FactReader {
  readonly #typed = new Set<string>()
  readonly #known = new Set<string>()
  readonly #root: string | undefined

  constructor(root: string | undefined) {
    this.#root = root
  }

  /** In the order of the messages. `narrative`: text that the observation contains anyway. */
  factsOf(piece: WorkPiece, narrative: string): readonly ObservedFact[] {
    const decisions = Map.groupBy(
      piece.facts.filter(({ fact, row }) => fact.by === 'user' && row.section === 'decisions'),
      ({ fact }) => fact.turn,
    )
    const facts = [
      ...userWords(piece.typed, this.#typed).map(fact =>
        withContext(fact, decisions.get(fact.message ?? -1) ?? []),
      ),
      ...piece.facts.flatMap(each => this.#settled(each)),
      ...commitsIn(piece.facts).map(({ message, line }) => ({
        verb: 'committed' as const,
        by: 'tool' as const,
        message,
        text: line,
      })),
      ...this.#findings(piece, narrative),
      ...printedFacts(piece),
    ]
    return facts
      .filter(fact => fact.by === 'user' || this.#isNew(fact))
      .sort((one, other) => (one.message ?? 0) - (other.message ?? 0))
  }

  /** A printed text may already be part of another fact. */
  #isNew({ verb, text, about = '' }: ObservedFact): boolean {
    const keys = [`${verb} ${about} ${text}`, text]
    const isKnown = this.#known.has(keys[verb === 'printed' ? 1 : 0] as string)
    for (const key of keys) this.#known.add(key)
    return !isKnown
  }

  #settled({ fact, row }: LedgerFact): readonly ObservedFact[] {
    const { kind, about, turn, by, text } = fact
    // Reported as the user's words.
    const isTyped = by === 'user'
    switch (row.section) {
      case 'decisions':
        return isTyped || kind !== 'said' || isStep(fact) ? [] : decided(fact)
      case 'errors': {
        if (isTyped || kind === 'fixed') return []
        const state = stateOf(row)
        if (kind === 'reported') return [{ verb: 'failed', by, message: turn, text: about, ...state }]
        return text === undefined || skippedCall.test(text)
          ? []
          : [{ verb: 'failed', by, message: turn, text, about: withoutRoot(about, this.#root), ...state }]
      }
      case 'questions':
        return [{ verb: 'asked', by, message: turn, text: about }]
      case 'tasks':
      case 'state':
      case 'next':
        return item(fact, row.value, row.state)
      default:
        return []
    }
  }

  #findings({ spoken }: WorkPiece, narrative: string): readonly ObservedFact[] {
    const found = spoken.flatMap(({ message, text }) =>
      proseSentences(text, findingLengths)
        .filter(
          sentence =>
            !isHeading(sentence) &&
            !isAnnouncement(sentence) &&
            isFinding(sentence) &&
            !narrative.includes(sentence),
        )
        .map(sentence => ({ verb: 'found' as const, by: 'assistant' as const, message, text: sentence })),
    )
    if (found.length <= maxFindings) return found
    const informative = new Set(
      found.toSorted((one, other) => namesIn(other.text) - namesIn(one.text)).slice(0, maxFindings),
    )
    return found.filter(fact => informative.has(fact))
  }
}

/** Other states are omitted: the fact is then reported as an event. */
function stateOf({ state }: Row): Pick<ObservedFact, 'state'> {
  return state === 'open' || state === 'resolved' ? { state } : {}
}

/** A call that was not made because another one failed. */
const skippedCall = /^<tool_use_error>Sibling tool call errored/

const findingLengths = { minLength: 20, maxLength: 300 }
const maxFindings = 5

/** How many names, numbers and paths a sentence contains, roughly. */
function namesIn(sentence: string): number {
  return sentence.match(/[a-z][A-Z]|\w[_/.]\w|\d{2,}|`/g)?.length ?? 0
}

/** Turns the user's words into a decision if they are one, with the question that they answer. */
function withContext(said: ObservedFact, decisions: readonly LedgerFact[]): ObservedFact {
  const answered = decisions.find(({ fact, row }) => fact.kind === 'answered' && row.state !== 'hidden')
  const question = answered?.row.note
  const isDecision = decisions.some(
    ({ fact: { kind, about } }) =>
      kind === 'said' && 2 * about.length >= said.text.length && said.text.includes(about),
  )
  return {
    ...said,
    ...(isDecision || question !== undefined ? { verb: 'decided' as const } : {}),
    ...(question === undefined ? {} : { about: question }),
  }
}

function decided({ about, turn, by, text }: Fact): readonly ObservedFact[] {
  const decision: ObservedFact = { verb: 'decided', by, message: turn, text: about }
  if (text === undefined) return [decision]
  return by === 'tool'
    ? [{ ...decision, about: text }]
    : [decision, { verb: 'because', by, message: turn, text }]
}

/** `Let's use find_file to see where it is.` is no decision, nor is a line that heads a list. */
function isStep({ about, by }: Fact): boolean {
  return by === 'assistant' && (about.endsWith(':') || (isAnnouncement(about) && looking.test(about)))
}

const looking =
  /\bto (?:see|check|find|look|view|verify|run|read|get|search|understand|explore|confirm|test)(?!\w)/i

/** An item is reported when it was done; an open one, when it was last mentioned. */
function item({ kind, turn, by }: Fact, text: string, state: string): readonly ObservedFact[] {
  if (text === '' || state === 'hidden') return []
  if (state === 'done') return kind === 'done' ? [{ verb: 'finished', by, message: turn, text }] : []
  return kind === 'pending' || kind === 'active' ? [{ verb: 'planned', by, message: turn, text }] : []
}

/** Shorter texts are reported whole. */
const maxWholeLength = 2000
/** Maximum characters that are shown of a pasted text. */
const maxPastedLength = 300

/** Exact parts of what was typed, in order; words that the user has said before are not repeated. */
function userWords(typed: readonly Typed[], known: Set<string>): readonly ObservedFact[] {
  return typed.flatMap(said => {
    if (known.has(said.text) || isForProgram(said.text)) return []
    known.add(said.text)
    return stretchesOf(said).map(
      ({ text, isCut }): ObservedFact => ({
        verb: 'said',
        by: 'user',
        message: said.message,
        text,
        ...(isCut ? { isCut: true } : {}),
      }),
    )
  })
}

interface Stretch {
  readonly text: string
  readonly isCut: boolean
}

function stretchesOf({ text, pasted }: Typed): readonly Stretch[] {
  if (text.length <= maxWholeLength) return [{ text, isCut: false }]
  const stretches: Stretch[] = []
  let from = 0
  const close = (to: number, isCut: boolean): void => {
    const said = text.slice(from, to).trim()
    if (said !== '') stretches.push({ text: said, isCut })
  }
  for (const { start, end } of pasted) {
    if (end - start <= maxPastedLength) continue
    close(start + shownOf(text.slice(start, end)), true)
    from = end
  }
  close(text.length, false)
  return stretches
}

/** How many characters of a pasted text are shown: whole lines, if they are not too long. */
function shownOf(pasted: string): number {
  const cut = graphemeCut(pasted, maxPastedLength)
  const line = cut.lastIndexOf('\n')
  return line > maxPastedLength / 3 ? line : cut.length
}
