/** The merge, rebase, cherry-pick, revert or `git am` that stopped, and the files that are still in conflict. */
import { conflictsIn, withConflicts } from '../../scan/actions/git-statement.ts'
import type { Fact } from '../ledger.ts'
import { FileList } from './file-list.ts'

export class UnderWay {
  #fact: Fact | undefined
  #what = ''
  #conflicts: readonly string[] = []
  /** Files that were staged since it stopped: their conflicts are settled. */
  #settled: string[] = []

  get isRebase(): boolean {
    return this.#what.startsWith('rebase')
  }

  get hasConflicts(): boolean {
    return this.#conflicts.length > 0
  }

  /** `isClean`: nothing is uncommitted. */
  read(fact: Fact, isClean: boolean): void {
    const { what, conflicts } = conflictsIn(fact.text ?? '')
    if (fact.kind !== 'changed') this.#set(fact, this.#isMoreOf(what) ? this.#what : what, conflicts)
    else if (conflicts.length > 0) this.#set(fact, this.#what, conflicts)
    else if (isClean && !this.#goesOn()) this.#end()
    else this.#conflicts = []
  }

  stage(paths: readonly string[]): void {
    this.#settled.push(...paths)
  }

  /** A commit ends all but what makes several, one behind the other. */
  commit(): void {
    if (this.#goesOn()) this.#conflicts = []
    else this.#end()
  }

  /** While a branch is rebased, none is checked out. */
  isOnBranch(): void {
    if (this.isRebase) this.#end()
  }

  get value(): { readonly value: string; readonly fact: Fact } | undefined {
    const fact = this.#fact
    if (fact === undefined) return undefined
    const left = FileList.of(this.#conflicts, fact).without(this.#settled).paths()
    const value = withConflicts(this.#what, left)
    return value === '' ? undefined : { value, fact }
  }

  /** `rebase` says less than `rebase 2/3 stopped at 1a2b3c4`. */
  #isMoreOf(what: string): boolean {
    return what !== '' && this.#what.startsWith(`${what} `)
  }

  #goesOn(): boolean {
    return this.isRebase || /^am\b/.test(this.#what)
  }

  #set(fact: Fact, what: string, conflicts: readonly string[]): void {
    this.#fact = fact
    this.#what = what
    this.#conflicts = conflicts
    this.#settled = []
  }

  #end(): void {
    this.#fact = undefined
    this.#what = ''
    this.#conflicts = []
  }
}
