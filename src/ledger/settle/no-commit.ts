/** Whether files were edited and no call shows a commit. */
import { perhaps } from '../../scan/actions/git-statement.ts'
import type { Fact } from '../ledger.ts'

export const noneShown = 'none shown by these calls'
/** Where one was made in another repository. */
const hereMark = ' here'

export class NoCommit {
  /** The last edit, or the row of an earlier ledger that says so. */
  #fact: Fact | undefined
  #isRendered = false
  #isSaid = false
  #mayBeCommitted = false

  read(fact: Fact): void {
    const { section, about, kind, source, text } = fact
    const isSaid = about === 'commits' && source === undefined
    if (section === 'files' || isSaid) this.#fact = fact
    if (section === 'files') return
    this.#isSaid ||= isSaid
    this.#isRendered ||= source === undefined
    // A rebase rewrites commits.
    const isRebased = about === 'last commit' && kind === 'changed' && (text === '' || text === perhaps)
    if (kind === 'committed' || isRebased || (about === 'commits' && !isSaid)) this.#mayBeCommitted = true
  }

  /** Somebody else committed. */
  otherCommit(): void {
    this.#mayBeCommitted = true
  }

  /** `hasOtherCommit`: one was made in another repository. An earlier ledger that does not say so may know of a commit, or of no edit. */
  value(hasOtherCommit: boolean): { readonly value: string; readonly fact: Fact } | undefined {
    const isUnknown = this.#mayBeCommitted || (this.#isRendered && !this.#isSaid)
    if (this.#fact === undefined || isUnknown) return undefined
    const { section, text = noneShown } = this.#fact
    const value = section === 'files' ? noneShown : text
    return { value: hasOtherCommit && value === noneShown ? value + hereMark : value, fact: this.#fact }
  }
}
