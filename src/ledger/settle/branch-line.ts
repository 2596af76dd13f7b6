/** Which branch was checked out when, and whether what was done then is on the current branch. */
import type { Fact } from '../ledger.ts'
import { firstIndex } from './file-changes-since.ts'

/** The branch that a fact is of, where that is not the current one; empty where no call shows its name. */
export type OtherBranch = (fact: Fact) => string | undefined

const unknown = ''

interface Stretch {
  readonly branch: string
  /** The message from which on it was checked out. */
  readonly turn: number
  /** It was made from the branch before. */
  readonly isNew: boolean
}

export class BranchLine {
  readonly #stretches: Stretch[] = []
  /** The current branch and those that it comes from, each with the message up to which it has what was done there. */
  #ancestors: ReadonlyMap<string, number> | undefined

  read({ turn, kind }: Fact, branch: string): void {
    const before = this.#stretches.at(-1)
    if (before?.branch === branch) return
    const isNew = kind === 'created'
    // Without a switch, the first branch that is known was checked out from the beginning.
    const isFirst = before === undefined && !isNew && kind !== 'switched'
    this.#stretches.push({ branch, turn: isFirst ? 0 : turn, isNew })
    this.#ancestors = undefined
  }

  otherOf({ turn, branch }: Fact): string | undefined {
    const current = this.#stretches.at(-1)?.branch
    // A printed ledger says so, or where it ran.
    if (branch !== undefined) return branch === current ? undefined : branch
    if (current === undefined) return undefined
    const then = this.#stretches[firstIndex(this.#stretches, turn + 1) - 1]?.branch ?? unknown
    this.#ancestors ??= ancestorsIn(this.#stretches)
    const until = this.#ancestors.get(then)
    return until !== undefined && turn < until ? undefined : then
  }
}

/** A branch has all that was done on the one before, before it was made. */
function ancestorsIn(stretches: readonly Stretch[]): ReadonlyMap<string, number> {
  let branch = stretches.at(-1)?.branch ?? unknown
  const found = new Map([[branch, Number.POSITIVE_INFINITY]])
  for (let at = stretches.length - 1; at >= 0; at -= 1) {
    const stretch = stretches[at] as Stretch
    if (stretch.branch !== branch || !stretch.isNew) continue
    branch = stretches[at - 1]?.branch ?? unknown
    if (found.has(branch)) break
    found.set(branch, stretch.turn)
  }
  return found
}
