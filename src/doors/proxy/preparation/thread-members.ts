/** The threads that prepare requests: the current work of each, and which sessions it has in memory. */
import type { StepSummary } from '../status/exchange.ts'
import { isSameSession, latestEntries, type Work } from './preparer-work.ts'
import type { Thread } from './thread.ts'

export interface Member {
  readonly thread: Thread
  state: 'starting' | 'idle' | 'busy' | 'ended'
  work?: Work | undefined
  /** Receipts that it was asked to extend, with their resolvers. */
  readonly extensions: Map<number, { readonly receipt: StepSummary; resolve(receipt: StepSummary): void }>
  /** Its task has taken too long: another thread has replaced it, and it ends with the task unless there is room again. */
  isLate: boolean
  stuckTimer?: NodeJS.Timeout | undefined
}

/** More sessions than are ever active at once. */
export const maxKnown = 10_000

export class ThreadMembers extends Set<Member> {
  readonly #owners = latestEntries<string, Member>(maxKnown)

  /** The threads that take tasks, now or soon. */
  inPlace(): readonly Member[] {
    return [...this].filter(isInPlace)
  }

  late(): readonly Member[] {
    return [...this].filter(({ isLate }) => isLate)
  }

  /** The thread that has a session in memory. */
  ownerOf(session: string | undefined): Member | undefined {
    const owner = session === undefined ? undefined : this.#owners.get(session)
    return owner !== undefined && isInPlace(owner) ? owner : undefined
  }

  setOwner(session: string, member: Member): void {
    this.#owners.set(session, member)
  }

  /** The threads that work for the same session. */
  atWorkOn(work: Work): readonly Member[] {
    return [...this].filter(member => member.work !== undefined && isSameSession(member.work, work))
  }
}

function isInPlace(member: Member): boolean {
  return !member.isLate && member.state !== 'ended'
}
