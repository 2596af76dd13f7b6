/** The state of an earlier round, checked against the history that it should belong to. */
import { optionError } from '../errors.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readLedger } from '../ledger/ledger-json.ts'
import { anchorOf, sinceAnchor } from '../measure/anchor.ts'
import type { Measured } from '../reduce/plan.ts'
import { hashText } from '../tokens/hash.ts'
import type { Anchor, Message, Note, ResumeState } from '../types.ts'
import type { Conversation } from './conversation.ts'
import { spanParts } from './span-parts.ts'

interface StatedLedgerOf {
  readonly state: ResumeState
  readonly ledger: Ledger
}

/** Throws where it is no state at all. */
export function checkedState(state: ResumeState | undefined): StatedLedgerOf | undefined {
  if (state === undefined) return undefined
  const ledger = readLedger((state as Partial<ResumeState> | null)?.ledger)
  const { hash, occurrence } = (state as Partial<ResumeState> | null)?.anchor ?? {}
  if (state?.version !== 1 || ledger === undefined || typeof hash !== 'string' || !((occurrence ?? 0) >= 1))
    throw optionError(
      'state is not a state of this version; pass the state of an earlier result as it was, or none.',
    )
  return { state, ledger }
}

type StateFit =
  /** How many messages at the start of the history the state covers. */
  | { readonly fits: 'history'; readonly seen: number }
  /** A message of the conversation holds it. */
  | { readonly fits: 'view' }
  | { readonly fits: 'no'; readonly note: Note }

export function stateFit({ state, ledger }: StatedLedgerOf, { blocks, unmasked }: Conversation): StateFit {
  if (state.view !== undefined && unmasked.some(message => holdsView(message, state.view)))
    return { fits: 'view' }
  const seen = seenMessages(state.anchor, ledger, blocks)
  if (seen === undefined)
    return misfit(
      'the last text that it covers is not in it: it was rewound, or the state is of another session',
    )
  const shift = seen - ledger.turns
  const hashes = Map.groupBy(blocks, ({ message }) => message)
  const stranger = ledger.rows
    .flatMap(row => row.facts)
    .find(
      ({ turn, source }) =>
        source !== undefined && !hashes.get(turn + shift)?.some(({ hash }) => hash === source.hash),
    )
  if (stranger !== undefined)
    return misfit(`message ${stranger.turn + shift + 1} is not the one that it covers: it was changed`)
  return { fits: 'history', seen }
}

/** Whether a message holds the summary, in a part of its own or joined with others. */
function holdsView(message: Message, view: string | undefined): boolean {
  return spanParts(message).some(({ mark, text }) => mark !== undefined && hashText(text) === view)
}

/** By the number of the message where the text is still there, else by the text. */
function seenMessages(anchor: Anchor, ledger: Ledger, blocks: readonly Measured[]): number | undefined {
  if (blocks.some(({ message, hash }) => message === ledger.turns - 1 && hash === anchor.hash))
    return ledger.turns
  const since = sinceAnchor(blocks, anchor)
  return since.found ? (blocks[since.seen - 1] as Measured).message + 1 : undefined
}

function misfit(why: string): StateFit {
  return {
    fits: 'no',
    note: {
      code: 'state-mismatch',
      message: `The state does not fit this history, so all was read: ${why}.`,
    },
  }
}

/** The last text before a message, as a state names it. */
export function anchorBefore(message: number, blocks: readonly Measured[]): Anchor | undefined {
  return anchorOf(blocks.filter(block => block.message < message).map(({ hash }) => hash))
}
