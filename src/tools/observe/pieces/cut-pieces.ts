/** Cuts a session into pieces of work: a request and what the agent did about it; long ones are cut where the work changes. */
import { isAcknowledgement } from '../../../scan/acknowledgement.ts'
import type { Action } from '../../../scan/actions/action.ts'
import type { ReadCall } from '../../../scan/actions/actions-in.ts'
import { fileOperations } from '../../../scan/actions/file-operations.ts'
import { present } from '../../../tokens/json-value.ts'
import { commitsIn } from '../extract/commits.ts'
import type { LedgerFact, MessageText, SessionReading, Typed } from '../extract/session-reading.ts'

export interface WorkPiece {
  readonly first: number
  readonly last: number
  readonly typed: readonly Typed[]
  readonly spoken: readonly MessageText[]
  readonly calls: readonly ReadCall[]
  readonly facts: readonly LedgerFact[]
  /** The user's latest request, in this piece or before. */
  readonly request?: string
  /** The item of the agent's list that it begins with. */
  readonly item?: string
}

/** A piece with fewer calls is not cut at the next item or commit, nor one with fewer than `minForFiles` at other files. */
const minCalls = 10
const minForFiles = 30
const maxCalls = 80

/** The minimum number of calls after a cut that make a separate piece. */
const minOfRest = 5

interface Start {
  readonly message: number
  /** The user requested something here. */
  readonly isRequest: boolean
  readonly item?: string | undefined
}

export function cutPieces(reading: SessionReading): readonly WorkPiece[] {
  const { messages, typed, spoken, calls, facts } = reading
  const starts = withoutRests(startsOf(reading), calls)
  const firsts = starts.map(({ message }) => message)
  const typedBy = byPiece(typed, firsts)
  const spokenBy = byPiece(spoken, firsts)
  const callsBy = byPiece(calls, firsts)
  const placed = facts.map(each => ({ ...each, message: each.fact.turn }))
  const factsBy = byPiece(
    placed.sort((one, other) => one.message - other.message),
    firsts,
  )
  let request: string | undefined
  return starts.map(({ message: first, item }, at) => {
    const own = typedBy[at] ?? []
    request = own.find(isRequest)?.text ?? request
    return {
      first,
      last: (firsts[at + 1] ?? messages.length) - 1,
      typed: own,
      spoken: spokenBy[at] ?? [],
      calls: callsBy[at] ?? [],
      facts: factsBy[at] ?? [],
      ...present({ request, item }),
    }
  })
}

function isRequest({ text }: Typed): boolean {
  return !isAcknowledgement(text)
}

/** Splits an ordered list by pieces. */
function byPiece<Placed extends { readonly message: number }>(
  placed: readonly Placed[],
  starts: readonly number[],
): readonly (readonly Placed[])[] {
  const pieces: Placed[][] = starts.map(() => [])
  let piece = 0
  for (const each of placed) {
    while (piece + 1 < starts.length && (starts[piece + 1] as number) <= each.message) piece += 1
    pieces[piece]?.push(each)
  }
  return pieces
}

function startsOf({ typed, spoken, calls, facts }: SessionReading): readonly Start[] {
  const committed = new Set(
    commitsIn(facts).flatMap(({ message, hash }) => (hash === undefined ? [] : [message])),
  )
  const requests = requestsOf(typed, Math.min(spoken[0]?.message ?? Infinity, calls[0]?.message ?? Infinity))
  const starts: Start[] = [{ message: 0, isRequest: true }]
  let next = 0
  let work = new Work()
  for (const call of calls) {
    for (; next < requests.length && (requests[next] as number) <= call.message; next += 1) {
      starts.push({ message: requests[next] as number, isRequest: true })
      work = new Work()
    }
    const cut = work.cutBefore(call)
    if (cut !== undefined) {
      starts.push({ message: call.message, isRequest: false, item: cut.item })
      work = new Work(work.item)
    }
    work.add(call, committed.has(call.answer?.message ?? -1))
  }
  return [...starts, ...requests.slice(next).map(message => ({ message, isRequest: true }))]
}

/** Messages with a request, in order; messages before any work belong to the first piece. */
function requestsOf(typed: readonly Typed[], firstWork: number): readonly number[] {
  const requests = new Set(typed.filter(isRequest).map(({ message }) => message))
  return [...requests].filter((message, at) => message > 0 && (at > 0 || message > firstWork))
}

/** The last few calls for a request are not a piece of their own. */
function withoutRests(starts: readonly Start[], calls: readonly ReadCall[]): readonly Start[] {
  const sizes = byPiece(
    calls,
    starts.map(({ message }) => message),
  ).map(({ length }) => length)
  return starts.filter((start, at) => {
    const isLast = starts[at + 1]?.isRequest ?? true
    return start.isRequest || !isLast || (sizes[at] ?? 0) >= minOfRest
  })
}

/** The state of the current piece. */
class Work {
  readonly #directories = new Set<string>()
  item: string | undefined
  #calls = 0
  #lastMessage = -1
  #hasCommitted = false

  constructor(item?: string) {
    this.item = item
  }

  /** Whether a new piece begins with this call; never in the middle of a message. */
  cutBefore(call: ReadCall): { readonly item?: string } | undefined {
    if (call.message === this.#lastMessage) return undefined
    const item = activeItem(call)
    if (this.#calls >= minCalls && item !== undefined && item !== this.item) return { item }
    if (this.#calls >= minCalls && this.#hasCommitted) return {}
    if (this.#calls >= maxCalls) return {}
    const changed = changedDirectories(call)
    const isElsewhere = changed.length > 0 && changed.every(directory => !this.#directories.has(directory))
    return this.#calls >= minForFiles && isElsewhere && this.#directories.size > 0 ? {} : undefined
  }

  add(call: ReadCall, isCommit: boolean): void {
    this.#calls += 1
    this.#lastMessage = call.message
    this.item = activeItem(call) ?? this.item
    for (const directory of changedDirectories(call)) this.#directories.add(directory)
    if (isCommit) this.#hasCommitted = true
  }
}

function activeItem({ actions }: ReadCall): string | undefined {
  for (const { action } of actions)
    if (action.type === 'todo' && action.outcome !== 'failed') {
      const active = action.items.find(({ state }) => state === 'active')
      if (active !== undefined && active.text !== '') return active.text
    }
  return undefined
}

function changedDirectories({ actions }: ReadCall): readonly string[] {
  return actions
    .flatMap(({ action }) => (isChange(action) ? fileOperations(action) : []))
    .map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
}

function isChange({ type, outcome }: Action): boolean {
  return outcome === 'ok' && (type === 'modify' || type === 'create')
}
