/** Files of which the last edit failed. */
import type { Outcome } from '../../../scan/actions/action.ts'
import type { FileHistory } from '../facts/file-history.ts'

export class FailedEdits {
  readonly #history: Pick<FileHistory, 'nameOf' | 'lastChange'>
  readonly #failed = new Set<string>()

  constructor(history: Pick<FileHistory, 'nameOf' | 'lastChange'>) {
    this.#history = history
  }

  /** One that was not allowed leaves it as it was. */
  add(path: string, outcome: Outcome): void {
    const name = this.#history.nameOf(path)
    if (outcome === 'failed') this.#failed.add(name)
    else if (outcome !== 'rejected') this.#failed.delete(name)
  }

  /** A failure that was made good says nothing, and neither does what was read again because of it. */
  isOvercome(path: string | undefined, message: number): boolean {
    const { nameOf, lastChange } = this.#history
    return path !== undefined && this.#failed.has(nameOf(path)) && lastChange(path) > message
  }
}
