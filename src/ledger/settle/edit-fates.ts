/** What became of the edits of files: committed, taken back with git, or still in the working tree. */
import type { Fact } from '../ledger.ts'
import { FileList } from './file-list.ts'

export interface EditFate {
  readonly how: 'committed' | 'taken back'
  /** What shows it. */
  readonly by: Fact
}

export type FateOf = (edit: Fact) => EditFate | undefined

export class EditFates {
  readonly #fates = new Map<Fact, EditFate>()
  #open = new FileList()

  edit(fact: Fact): void {
    this.#open.add(fact.about, fact)
  }

  /** `isOut`: whether a file was not committed before; one that git ignores is not. */
  commit(by: Fact, paths: readonly string[], isOut: (path: string) => boolean = () => true): void {
    this.#settle({ how: 'committed', by }, this.#open.within(paths).paths().filter(isOut))
  }

  /** `isMade`: whether no commit has the file. */
  takeBack(by: Fact, paths: readonly string[], isMade: (path: string) => boolean): void {
    const known = this.#open.within(paths).paths()
    this.#settle(
      { how: 'taken back', by },
      known.filter(path => !isMade(path)),
    )
  }

  /** `git revert` takes back what one commit holds. */
  revert(by: Fact, commit: Fact): void {
    for (const [edit, fate] of this.#fates)
      if (fate.by === commit) this.#fates.set(edit, { how: 'taken back', by })
  }

  of(edit: Fact): EditFate | undefined {
    return this.#fates.get(edit)
  }

  #settle(fate: EditFate, paths: readonly string[]): void {
    for (const edit of this.#open.within(paths).facts()) this.#fates.set(edit, fate)
    this.#open = this.#open.without(paths)
  }
}
