/** Files whose last edit failed. */
import type { Outcome } from '../../../scan/actions/action.ts'
import type { FileHistory } from '../facts/file-history.ts'

export class FailedEdits {
  readonly #history: Pick<FileHistory, 'nameOf' | 'lastChange'>
  readonly #failed = new Set<string>()

  constructor(history: Pick<FileHistory, 'nameOf' | 'lastChange'>) {
    this.#history = history
  }

  /** A rejected edit changes nothing here. */
  add(path: string, outcome: Outcome): void {
    const name = this.#history.nameOf(path)
    if (outcome === 'failed') this.#failed.add(name)
    else if (outcome !== 'rejected') this.#failed.delete(name)
  }

  /** A failure that was fixed later is not shown, and neither is a reading because of it. */
  isOvercome(path: string | undefined, message: number): boolean {
    const { nameOf, lastChange } = this.#history
    return path !== undefined && this.#failed.has(nameOf(path)) && lastChange(path) > message
  }
}
