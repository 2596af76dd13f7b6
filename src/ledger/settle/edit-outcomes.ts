/** What became of the edits of files: committed, taken back, or still in the working tree. */
import { addToList } from '../../tokens/add-to-list.ts'
import type { Fact } from '../ledger.ts'
import { FileList } from './file-list.ts'

interface EditOutcome {
  readonly how: 'committed' | 'taken back'
  /** What shows it. */
  readonly by: Fact
}

export type EditOutcomeOf = (edit: Fact) => EditOutcome | undefined

export class EditOutcomes {
  readonly #outcomes = new Map<Fact, EditOutcome>()
  /** The edits whose outcome each of the facts has shown. */
  readonly #settled = new Map<Fact, Fact[]>()
  #open = new FileList()

  edit(fact: Fact): void {
    this.#open.add(fact.about, fact)
  }

  /** `isOut`: whether a file was not committed before; one that git ignores is not. */
  commit(by: Fact, paths: readonly string[], isOut?: (path: string) => boolean): void {
    this.#settle({ how: 'committed', by }, paths, isOut)
  }

  /** `isMeant`: whether git touches the file at all. */
  takeBack(by: Fact, paths: readonly string[], isMeant: (path: string) => boolean): void {
    this.#settle({ how: 'taken back', by }, paths, isMeant)
  }

  /** The edits behind a message are taken back. */
  takeBackSince(by: Fact, turn: number): void {
    const { gone, rest } = this.#open.splitFacts(edit => edit.turn > turn)
    this.#set({ how: 'taken back', by }, gone.facts())
    this.#open = rest
  }

  /** What one commit holds is taken back. */
  revert(by: Fact, commit: Fact): void {
    this.#set({ how: 'taken back', by }, this.#editsOf(commit))
  }

  /** One commit takes the place of another, with its edits. */
  amend(by: Fact, commit: Fact): void {
    this.#set({ how: 'committed', by }, this.#editsOf(commit))
  }

  /** The edits of a commit that is undone: they are in the working tree again. */
  reopen(commit: Fact): readonly Fact[] {
    const edits = this.#editsOf(commit)
    for (const edit of edits) {
      this.#outcomes.delete(edit)
      this.edit(edit)
    }
    return edits
  }

  of(edit: Fact): EditOutcome | undefined {
    return this.#outcomes.get(edit)
  }

  #settle(outcome: EditOutcome, paths: readonly string[], isMeant?: (path: string) => boolean): void {
    const { gone, rest } = this.#open.split(paths, isMeant)
    this.#set(outcome, gone.facts())
    this.#open = rest
  }

  #set(outcome: EditOutcome, edits: readonly Fact[]): void {
    for (const edit of edits) {
      this.#outcomes.set(edit, outcome)
      addToList(this.#settled, outcome.by, edit)
    }
  }

  #editsOf(by: Fact): readonly Fact[] {
    return (this.#settled.get(by) ?? []).filter(edit => this.#outcomes.get(edit)?.by === by)
  }
}
